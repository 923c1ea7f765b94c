import Glibc
import System

/// An open file. Each call is one system call: it may be short, and it may be interrupted. The file is closed
/// when the last reference is released.
package protocol LogFile: AnyObject, Sendable {
  func size() throws(FileError) -> Int
  /// Returns the extent of the data. May count zeros as data.
  func stored() throws(FileError) -> StoredData
  /// Allocates at least `bytes` bytes of disk space. Unwritten bytes read as zeros.
  func preallocate(_ bytes: Int) throws(FileError)
  func truncate(to bytes: Int) throws(FileError)
  /// Reads bytes at `offset`. Returns 0 only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int
  /// Makes all written bytes survive a power failure.
  func sync() throws(FileError)
  /// Waits until the disk has taken the written bytes of that range, if the system can do so. Only `sync` makes them
  /// survive a power failure.
  func writeBack(_ range: Range<Int>) throws(FileError)
  /// Throws if the file was removed. Costs a system call that does not wait for the disk.
  func requirePlace() throws(FileError)
}

/// A failed system call with its `errno`.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package enum Operation: String, Sendable, CaseIterable {
    case open, create, list, size, read, write, writeBack, preallocate, truncate, sync
    case rename, remove, syncDirectory, lock, find
  }

  package let operation: Operation
  /// The `errno` of the call.
  package let code: Int32

  package init(_ operation: Operation, code: Int32) {
    self.operation = operation
    self.code = code
  }

  package var description: String {
    SystemError(operation.rawValue, code: code).description
  }
}

/// The directory of one journal. Names are plain: without slashes, and never outside the directory.
///
/// The implementation for tests keeps the files in memory and fails on demand.
package protocol LogDirectory: Sendable {
  func list() throws(FileError) -> [String]
  /// Creates a file for reading and writing. Throws `EEXIST` if it exists.
  func create(_ name: String) throws(FileError) -> any LogFile
  /// Opens an existing file for reading. Throws `EINVAL` for anything but a regular file.
  func open(_ name: String) throws(FileError) -> any LogFile
  /// Renames a file and replaces `target` if it exists, atomically.
  func rename(_ name: String, to target: String) throws(FileError)
  func remove(_ name: String) throws(FileError)
  func truncate(_ name: String, to bytes: Int) throws(FileError)
  /// Makes all creations, renamings and removals in this directory survive a power failure.
  func sync() throws(FileError)
  /// Throws unless the next process will find this directory: it was neither removed nor replaced.
  /// Costs two system calls that do not wait for the disk.
  func requirePlace() throws(FileError)
  /// The bytes of the file system, used ones included; nil if they are unknown.
  var volumeBytes: Int? { get }
  /// Opens a directory inside this one, and creates it if it is missing.
  func subdirectory(_ name: String) throws(FileError) -> any LogDirectory
}

extension LogDirectory {
  package var volumeBytes: Int? { nil }
}

/// The part of a file that is not a hole. Holes read as zeros and take no space.
package struct StoredData: Sendable {
  /// The end of the last data.
  package var end = 0
  /// The bytes of data before the end.
  package var bytes = 0

  package init() {}

  /// Adds the data in a range behind the end.
  package mutating func add(_ range: Range<Int>) {
    end = range.upperBound
    bytes += range.count
  }
}

extension LogFile {
  /// Writes all of `bytes`. Continues after interruptions and short writes.
  func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      do throws(FileError) {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = try write(rest, at: offset + done)
        // A file must not return zero for a non-empty write; repeating it would loop forever.
        guard count > 0 else { throw FileError(.write, code: EIO) }
        done += count
      } catch {
        guard error.code == EINTR else { throw error }
      }
    }
  }

  func writeAll(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(FileError) in try writeAll(buffer, at: offset) }
    }
    try result.get()
  }

  /// Fills `buffer` up to the end of the file and returns the number of bytes read. A short read is not the
  /// end.
  func readAll(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
  {
    var done = 0
    while done < buffer.count {
      do throws(FileError) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = try read(into: rest, at: offset + done)
        if count == 0 { break }
        done += count
      } catch {
        guard error.code == EINTR else { throw error }
      }
    }
    return done
  }

  func readAll(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
      do throws(FileError) {
        let memory = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: range.count)
        initialized = try readAll(into: memory, at: range.lowerBound)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Calls `sync`, again if a signal interrupts it. Any other failure is final: the kernel may have dropped
  /// the pages it could not write and would report the next call as a success.
  func syncAll() throws(FileError) {
    while true {
      do throws(FileError) {
        return try sync()
      } catch {
        guard error.code == EINTR else { throw error }
      }
    }
  }
}
