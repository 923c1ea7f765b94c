import CLibraries
import Glibc

/// The memory of this process that it can do without for a while.
package enum ProgramPages {
  /// Gives back the free memory of the heap. Threads that allocate meanwhile wait, for a few milliseconds after a large
  /// backlog.
  package static func releaseHeap() { _ = malloc_trim(0) }

  /// Unmaps the pages of the code and the constants of the program and its libraries. Each is mapped again when it is used,
  /// from the page cache as long as the system keeps the file there. Pages that were written to stay.
  package static func release() {
    _ = dl_iterate_phdr(
      { object, _, _ in
        if let object { ProgramPages.release(segmentsOf: object) }
        return 0
      }, nil)
  }

  /// Unmaps the segments of a loaded file that cannot be written to, from its headers in memory. Pages that the loader has
  /// written to are in other segments.
  private static func release(segmentsOf object: UnsafeMutableRawPointer) {
    // The members of dl_phdr_info: the base address, the name, the headers of the segments, and their number.
    let base = object.load(as: UInt.self)
    let name = object.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    let headers = object.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
    let count = object.load(fromByteOffset: 24, as: UInt16.self)
    // The program has no name, a library its path; the kernel's own object has a name without a directory.
    guard let headers, let name, name[0] == 0 || strchr(name, CInt(UInt8(ascii: "/"))) != nil else {
      return
    }
    let page = UInt(getpagesize())
    for header in 0..<Int(count) {
      func number(_ offset: Int) -> UInt {
        headers.load(fromByteOffset: header * headerSize + offset, as: UInt.self)
      }
      guard number(0) & 0xFFFF_FFFF == loaded, number(0) >> 32 & writable == 0 else { continue }
      // A partial page at either end may belong to another segment, too.
      let start = (base &+ number(16) + page - 1) / page * page
      let end = (base &+ number(16) + number(40)) / page * page
      guard start < end else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }
  }
}

// The constants of ELF: a header of 64 bits, the type of a loaded segment, and its flag.
private let headerSize = 56
private let loaded: UInt = 1
private let writable: UInt = 2
