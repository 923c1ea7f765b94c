/// Computes the Castagnoli checksum of `bytes`, slice-by-16. Slice-by-8 takes twice as long: the processor
/// waits for its chain of table look-ups.
///
/// `continuing` is the checksum of the preceding bytes: `crc32c(b, continuing: crc32c(a)) == crc32c(a + b)`.
package func crc32c(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
  guard let start = bytes.baseAddress else { return crc }
  let table = slicingTable
  var state = ~crc
  var offset = 0
  let wholeBlocks = bytes.count & ~15
  while offset < wholeBlocks {
    let first =
      UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      ^ UInt64(state)
    let second = UInt64(
      littleEndian: start.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    state = advanced(first, by: 8, table) ^ advanced(second, by: 0, table)
    offset += 16
  }
  while offset < bytes.count {
    let byte = start.load(fromByteOffset: offset, as: UInt8.self)
    state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
    offset += 1
  }
  return ~state
}

/// Returns the contribution of eight bytes that are followed by `bytes` more bytes of the block.
@inline(__always)
private func advanced(_ word: UInt64, by bytes: Int, _ table: UnsafePointer<UInt32>) -> UInt32 {
  let table = table + (bytes << 8)
  let first = table[0x700 | Int(word & 0xFF)] ^ table[0x600 | Int(word >> 8 & 0xFF)]
  let second = table[0x500 | Int(word >> 16 & 0xFF)] ^ table[0x400 | Int(word >> 24 & 0xFF)]
  let third = table[0x300 | Int(word >> 32 & 0xFF)] ^ table[0x200 | Int(word >> 40 & 0xFF)]
  let fourth = table[0x100 | Int(word >> 48 & 0xFF)] ^ table[Int(word >> 56)]
  return (first ^ second) ^ (third ^ fourth)
}

/// Sixteen consecutive tables of 256 words. Table k advances a byte by k further zero bytes. The memory is
/// written once before it is visible and never freed, so sharing the pointer is safe. An array would add a
/// bounds check to the innermost loop.
private nonisolated(unsafe) let slicingTable: UnsafePointer<UInt32> = {
  let reversedPolynomial: UInt32 = 0x82F6_3B78
  let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
  for byte in 0..<256 {
    var value = UInt32(byte)
    for _ in 0..<8 {
      value = value & 1 == 0 ? value >> 1 : (value >> 1) ^ reversedPolynomial
    }
    table[byte] = value
  }
  for index in 256..<(16 * 256) {
    let shorter = table[index - 256]
    table[index] = table[Int(shorter & 0xFF)] ^ (shorter >> 8)
  }
  return UnsafePointer(table)
}()
