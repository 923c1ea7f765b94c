import Glibc

/// Two descriptors of one conversation. Blocking; one reader, and writers that take turns.
struct Wire: Sendable {
  private let input: Int32
  private let output: Int32

  /// Takes over both. They must differ, so that each can be closed on its own.
  init(input: Int32, output: Int32) {
    precondition(input != output)
    self.input = input
    self.output = output
  }

  /// Takes over one end of a connected socket.
  init(socket: Int32) throws(SystemError) {
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      let error = SystemError("cannot duplicate a descriptor")
      close(socket)
      throw error
    }
    self.init(input: socket, output: copy)
  }

  /// What is there to read, waiting for it; nil at the end.
  func read() -> [UInt8]? {
    let chunk = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
      var result: Int
      repeat {
        result = Glibc.read(input, buffer.baseAddress, buffer.count)
      } while result < 0
        && errno == EINTR
      count = max(result, 0)
    }
    return chunk.isEmpty ? nil : chunk
  }

  /// False when the other side no longer reads.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { Output.write(bytes, to: output) }

  func finishWriting() {
    // For a socket closing is not enough: the reader's copy keeps it open.
    shutdown(output, Int32(SHUT_WR))
    close(output)
  }

  func finishReading() { close(input) }
}

/// Cuts a stream into lines. Keeps what has no end yet.
struct LineSplitter {
  private var rest: [UInt8] = []

  /// Beyond this nobody is speaking our protocol; the largest answers are a few MiB.
  private static let longest = 64 * 1024 * 1024

  var isTooLong: Bool { rest.count > LineSplitter.longest }

  /// The lines that `chunk` completes, without their ends; blank ones are left out.
  mutating func lines(adding chunk: [UInt8]) -> [[UInt8]] {
    guard chunk.contains(UInt8(ascii: "\n")) else {
      rest += chunk
      return []
    }
    var pieces = chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = pieces.removeLast()
    var lines = pieces.map(Array.init)
    lines[0] = rest + lines[0]
    rest = Array(last)
    return lines.filter { line in line.contains { $0 > UInt8(ascii: " ") } }
  }
}
