/// The Castagnoli checksum of `bytes`, slice-by-8: about 2 GB/s in an optimised build.
///
/// `continuing` is the checksum of what came before, so that
/// `crc32c(b, continuing: crc32c(a)) == crc32c(a + b)`.
package func crc32c(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
  let table = slicingTable
  var state = ~crc
  var offset = 0
  let wholeWords = bytes.count & ~7
  while offset < wholeWords {
    let low =
      UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) ^ state
    let high = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
    state = table[0x700 | Int(low & 0xFF)] ^ table[0x600 | Int(low >> 8 & 0xFF)]
    state ^= table[0x500 | Int(low >> 16 & 0xFF)] ^ table[0x400 | Int(low >> 24)]
    state ^= table[0x300 | Int(high & 0xFF)] ^ table[0x200 | Int(high >> 8 & 0xFF)]
    state ^= table[0x100 | Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
    offset += 8
  }
  while offset < bytes.count {
    state = table[Int((state ^ UInt32(bytes[offset])) & 0xFF)] ^ (state >> 8)
    offset += 1
  }
  return ~state
}

/// Eight tables of 256 words, one after the other; table k advances a byte by k further zero bytes.
/// Written once before it can be seen and never freed, so sharing the pointer is safe; an array would
/// pay for a bounds check in the innermost loop.
private nonisolated(unsafe) let slicingTable: UnsafePointer<UInt32> = {
  let reversedPolynomial: UInt32 = 0x82F6_3B78
  let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
  for byte in 0..<256 {
    var value = UInt32(byte)
    for _ in 0..<8 {
      value = value & 1 == 0 ? value >> 1 : (value >> 1) ^ reversedPolynomial
    }
    table[byte] = value
  }
  for index in 256..<(8 * 256) {
    let shorter = table[index - 256]
    table[index] = table[Int(shorter & 0xFF)] ^ (shorter >> 8)
  }
  return UnsafePointer(table)
}()
