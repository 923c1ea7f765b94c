import CLibraries
import Glibc

/// The pages of the code and the constants of this program in memory.
package enum ProgramPages {
  /// Unmaps the pages. Each is mapped again when it is used, from the page cache as long as the system keeps the file
  /// there. Pages that were written to stay.
  package static func release() {
    for segment in constantSegments {
      madvise(UnsafeMutableRawPointer(bitPattern: segment.start), segment.count, MADV_DONTNEED)
    }
  }

  /// The addresses of the segments of the program that cannot be written to, from its headers in memory. Pages that
  /// the loader has written to are in other segments.
  private static var constantSegments: [(start: UInt, count: Int)] {
    let headers = UnsafeRawPointer(bitPattern: getauxval(programHeaders))
    let (size, count) = (getauxval(headerSize), getauxval(headerCount))
    guard let headers, size >= 56 else { return [] }
    func number(_ header: UInt, _ offset: UInt) -> UInt {
      headers.load(fromByteOffset: Int(header * size + offset), as: UInt.self)
    }
    func type(_ header: UInt) -> UInt { number(header, 0) & 0xFFFF_FFFF }

    // A program at a fixed address may lack the header for the headers themselves.
    let own = (0..<count).first { type($0) == ofHeaders }
    let base = own.map { UInt(bitPattern: headers) &- number($0, 16) } ?? 0
    let page = UInt(getpagesize())
    return (0..<count).compactMap { header in
      guard type(header) == loaded, number(header, 0) >> 32 & writable == 0 else { return nil }
      // A partial page at either end may belong to another segment, too.
      let start = (base &+ number(header, 16) + page - 1) / page * page
      let end = (base &+ number(header, 16) + number(header, 40)) / page * page
      return start < end ? (start, Int(end - start)) : nil
    }
  }
}

// The constants of ELF, and the function for the values that the kernel passes to a program.
private let loaded: UInt = 1
private let ofHeaders: UInt = 6
private let writable: UInt = 2
private let programHeaders: UInt = 3
private let headerSize: UInt = 4
private let headerCount: UInt = 5
