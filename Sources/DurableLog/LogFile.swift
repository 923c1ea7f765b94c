import Glibc

/// A system call that failed, and how.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package enum Operation: String, Sendable, CaseIterable {
    case open, create, list, size, read, write, preallocate, truncate, sync
    case rename, remove, syncDirectory, lock
  }

  package let operation: Operation
  /// The `errno` of the call.
  package let code: Int32

  package init(_ operation: Operation, code: Int32) {
    self.operation = operation
    self.code = code
  }

  package var description: String {
    "\(operation.rawValue): \(String(cString: strerror(code)))"
  }
}

/// The files of one journal. Names are plain: no slashes, nothing outside the directory.
///
/// A test's implementation keeps the files in memory and fails on demand.
package protocol LogDirectory: Sendable {
  func list() throws(FileError) -> [String]
  /// A new file for reading and writing; throws `EEXIST` where there is one.
  func create(_ name: String) throws(FileError) -> any LogFile
  /// An existing file, for reading. Throws `EINVAL` for anything but a regular file.
  func open(_ name: String) throws(FileError) -> any LogFile
  /// Replaces `target` if there is one, at once or not at all.
  func rename(_ name: String, to target: String) throws(FileError)
  func remove(_ name: String) throws(FileError)
  func truncate(_ name: String, to bytes: Int) throws(FileError)
  /// Makes what was created, renamed and removed here survive a power failure.
  func sync() throws(FileError)
  /// A directory inside this one, made if it is missing.
  func subdirectory(_ name: String) throws(FileError) -> any LogDirectory
}

/// One open file. Each call is one system call: it may be short, and it may be interrupted.
/// Closed when the last reference goes.
package protocol LogFile: AnyObject, Sendable {
  func size() throws(FileError) -> Int
  /// Gives the file at least `bytes` bytes of real space, reading as zeros where nothing was written.
  func preallocate(_ bytes: Int) throws(FileError)
  func truncate(to bytes: Int) throws(FileError)
  /// Returns 0 at the end of the file only.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int
  /// Makes all that was written survive a power failure.
  func sync() throws(FileError)
}

extension LogFile {
  /// Writes all of `bytes`. Interruptions and short writes are finished, not failures.
  func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      do throws(FileError) {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = try write(rest, at: offset + done)
        // Zero for a non-empty write is not an answer a file may give; looping on it would never end.
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

  /// Fills `buffer` as far as the file goes and returns how far that was. A short read is not the end.
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

  /// `sync`, again if a signal got in between. Any other failure is final: the kernel may have dropped
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
