import Glibc
import TestSupport
import Testing

@testable import Transports

@Suite struct LineOutputTests {
  @Test("lines that are not read are dropped and counted, and the rest comes in order")
  func deaf() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = pipe()
    let output = try LineOutput(to: ends.writing, maxBytes: 100_000) { "dropped \($0)" }
    close(ends.writing)
    let line = String(repeating: "x", count: 90)
    for index in 0..<10_000 { output.write("\(index) \(line)") }
    let reader = TestPeer(reading: ends.reading, writing: open("/dev/null", O_WRONLY))

    var text: [UInt8] = []
    let isTold = eventually {
      text += reader.readSome(65536) ?? []
      return String(decoding: text, as: UTF8.self).contains("\ndropped ")
    }

    #expect(isTold)
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

  @Test("a reader that is gone holds up nothing")
  func gone() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = pipe()
    let output = try LineOutput(to: ends.writing) { "dropped \($0)" }
    close(ends.reading)
    close(ends.writing)

    for _ in 0..<10_000 { output.write("line") }
    output.close()
  }

  @Test("an output that is not read is given up a second after its end")
  func closing() throws {
    let ends = pipe()
    defer { close(ends.reading) }
    let output = try LineOutput(to: ends.writing) { "dropped \($0)" }
    close(ends.writing)
    for _ in 0..<10_000 { output.write(String(repeating: "x", count: 90)) }

    let closed = Served { output.close() }

    #expect(eventually { closed.isDone })
  }

  // A log on a disk that was full for a moment, or in a FIFO whose reader came back, stayed silent for good.
  @Test(
    "an output whose reader comes back goes on within a second or so, and says that lines were dropped"
  )
  func comesBack() throws {
    signal(SIGPIPE, SIG_IGN)
    let place = TemporaryDirectory()
    let path = place.path + "/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    let first = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = open(path, O_WRONLY | O_CLOEXEC)
    let output = try LineOutput(to: writing) { "dropped \($0)" }
    close(writing)
    output.write("before")
    close(first)
    for _ in 0..<10 { output.write("lost") }

    let second = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let reader = TestPeer(reading: second, writing: open("/dev/null", O_WRONLY))
    var text = ""
    let isBack = eventually {
      output.write("after")
      text += String(decoding: reader.readSome(65536) ?? [], as: UTF8.self)
      return text.contains("after")
    }

    #expect(isBack && text.contains("dropped "))
    output.close()
  }
}
