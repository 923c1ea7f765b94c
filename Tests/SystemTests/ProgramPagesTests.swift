import Glibc
import System
import Testing

@Suite("The pages of the code of a program") struct ProgramPagesTests {
  @Test("can be given back while it runs")
  func release() {
    let before = residentCode

    ProgramPages.release()

    #expect(residentCode < before)
  }

  /// The kilobytes of the code of this program in memory.
  private var residentCode: Int {
    guard let resolved = realpath("/proc/self/exe", nil) else { return 0 }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard case .success(let text) = File.read("/proc/self/smaps") else { return 0 }
    var isCode = false
    var sum = 0
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 5 { isCode = words[1] == "r-xp" && line.hasSuffix(path) }
      if isCode, words[0] == "Rss:" { sum += Int(words[1]) ?? 0 }
    }
    return sum
  }
}
