import DurableLog
import Synchronization
import Testing

@testable import BridgeCommandLine

@Suite("The progress on the last line of a terminal") struct ProgressLineTests {
  @Test("the progress of a long recovery is shown, and erased at its end")
  func progress() {
    let written = Written()
    let line = ProgressLine("reading") { text in written.text.withLock { $0 += text } }
    let size = 16 << 20

    for step in 0...400 {
      line.show(RecoveryProgress(bytes: size / 400 * step, totalBytes: size, records: step))
    }
    line.show(RecoveryProgress(bytes: size, totalBytes: size, records: 400))

    let lines = written.text.withLock { $0 }.split(separator: "\r\u{1b}[K")
    #expect(lines.count == 100)
    #expect(lines.first == "reading: 0 % of 16 MiB, 0 records")
    #expect(lines.last?.hasPrefix("reading: 99 %") == true)
    #expect(written.text.withLock { $0 }.hasSuffix("\r\u{1b}[K"))
  }

  @Test("a short recovery shows no progress")
  func shortReading() {
    let written = Written()
    let line = ProgressLine("reading") { text in written.text.withLock { $0 += text } }

    line.show(RecoveryProgress(bytes: 1, totalBytes: ProgressLine.shortest - 1, records: 1))

    #expect(written.text.withLock { $0 } == "")
  }

  private final class Written: Sendable {
    let text = Mutex("")
  }
}
