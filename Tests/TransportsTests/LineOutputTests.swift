import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct LineOutputTests {
  @Test("lines without a reader are dropped and counted, and the others arrive in order")
  func deaf() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = pipe()
    let output = try LineOutput(to: ends.writing, maxBytes: 100_000) { "dropped \($0)" }
    close(ends.writing)
    let line = String(repeating: "x", count: 90)
    for index in 0..<10_000 { output.write("\(index) \(line)") }
    let reader = TestPeer(reading: ends.reading, writing: open("/dev/null", O_WRONLY))

    var text: [UInt8] = []
    try blockUntil {
      text += reader.readSome(65536) ?? []
      return String(decoding: text, as: UTF8.self).contains("\ndropped ")
    }

    output.write("last")
    output.close()
    let all = String(decoding: text, as: UTF8.self) + (reader.rest() ?? "")
    let lines = all.split(separator: "\n").map(String.init)
    #expect(lines.last == "last")
    let dropped = lines.filter { $0.hasPrefix("dropped") }
      .compactMap { Int($0.dropFirst("dropped ".count)) }.reduce(0, +)
    let numbers = lines.filter { $0.hasSuffix(line) }.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(dropped + numbers.count == 10_000)
    #expect(dropped > 5_000 && numbers == numbers.sorted() && numbers.first == 0)
  }

  // As a service that `sudo -u` starts: each call that logged stood still once the terminal was full.
  @Test("a terminal that is not read and cannot be reopened delays no writer")
  func deafTerminal() throws {
    let terminal = try Terminal()
    let output = try terminal.output()
    let line = String(repeating: "x", count: 90)

    let writer = Served { for index in 0..<10_000 { output.write("\(index) \(line)") } }

    try blockUntil { writer.isDone }
    let reader = TestPeer(reading: dup(terminal.outer), writing: open("/dev/null", O_WRONLY))
    var text: [UInt8] = []
    try blockUntil {
      text += reader.readSome(65536) ?? []
      return String(decoding: text, as: UTF8.self).contains("dropped ")
    }
    let lines = String(decoding: text, as: UTF8.self).split { $0.isNewline }.map(String.init)
    let numbers = lines.filter { $0.hasSuffix(line) }.compactMap { Int($0.prefix { $0 != " " }) }
    // A thread that writes to the terminal late may find that lines in the middle were dropped.
    #expect(numbers == numbers.sorted() && numbers.first == 0 && numbers.count > 1000)
    // To close waits a second for a terminal that is not read, and some lines may still be before this one.
    let closed = Served {
      output.write("last")
      output.close()
    }
    try blockUntil {
      text += reader.readSome(65536) ?? []
      return String(decoding: text, as: UTF8.self).contains("last")
    }
    try blockUntil { closed.isDone }
  }

  @Test("closing waits at most a second for a terminal that is not read and cannot be reopened")
  func closingTerminal() throws {
    let terminal = try Terminal()
    let output = try terminal.output()

    let closed = Served {
      for _ in 0..<10_000 { output.write(String(repeating: "x", count: 90)) }
      output.close()
    }

    try blockUntil { closed.isDone }
  }

  @Test("a closed reader blocks nothing")
  func gone() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = pipe()
    let output = try LineOutput(to: ends.writing) { "dropped \($0)" }
    close(ends.reading)
    close(ends.writing)

    for _ in 0..<10_000 { output.write("line") }
    output.close()
  }

  @Test("an output without a reader is closed a second after its end")
  func closing() throws {
    let ends = pipe()
    defer { close(ends.reading) }
    let output = try LineOutput(to: ends.writing) { "dropped \($0)" }
    close(ends.writing)
    for _ in 0..<10_000 { output.write(String(repeating: "x", count: 90)) }

    let closed = Served { output.close() }

    try blockUntil { closed.isDone }
  }

  // A log on a disk that was briefly full, or in a FIFO whose reader returned, stayed silent forever.
  @Test(
    "an output whose reader returns resumes within about a second, and reports the dropped lines"
  )
  func comesBack() throws {
    signal(SIGPIPE, SIG_IGN)
    let place = TemporaryDirectory()
    let path = place.path + "/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    let first = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = open(path, O_WRONLY | O_CLOEXEC)
    let isLost = Atomic(false)
    let output = try LineOutput(to: writing) {
      isLost.store(true, ordering: .releasing)
      return "dropped \($0)"
    }
    close(writing)
    output.write("before")
    close(first)
    // A process that another test starts holds the end of the first reader for a moment.
    try blockUntil {
      output.write("lost")
      return isLost.load(ordering: .acquiring)
    }

    let second = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(second) }
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 65536)
    try blockUntil {
      output.write("after")
      // Without blocking: nothing comes until the output is open again.
      let count = read(second, &bytes, bytes.count)
      text += String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      return text.contains("after") && text.contains("dropped ")
    }

    output.close()
  }
}

/// A terminal whose inner end belongs to another user than the one that writes to it.
private final class Terminal {
  let outer: Int32
  private let inner: Int32

  init() throws {
    var numbers: (outer: Int32, inner: Int32) = (-1, -1)
    guard openTerminal(&numbers.outer, &numbers.inner, nil, nil, nil) == 0 else {
      throw SystemError("openpty")
    }
    (outer, inner) = numbers
    guard fchmod(inner, 0o600) == 0 else { throw SystemError("fchmod") }
  }

  deinit {
    close(inner)
    close(outer)
  }

  /// Returns an output that is made as another user, where the tests run as root. Another user may open its own
  /// terminal: then this is an output like any other.
  func output() throws -> LineOutput {
    setFileSystemUser(65534)
    defer { setFileSystemUser(geteuid()) }
    return try LineOutput(to: inner) { "dropped \($0)" }
  }
}

// The Glibc module hides these declarations.

@_silgen_name("openpty")
private func openTerminal(
  _ outer: UnsafeMutablePointer<Int32>, _ inner: UnsafeMutablePointer<Int32>,
  _ name: UnsafeMutablePointer<CChar>?, _ settings: UnsafeMutablePointer<termios>?,
  _ size: UnsafeMutablePointer<winsize>?
) -> Int32

/// Sets the user of this thread for access to files.
@_silgen_name("setfsuid")
@discardableResult
private func setFileSystemUser(_ user: uid_t) -> Int32
