import Foundation
import Testing

/// The targets of `Tests/fuzz-coverage` with the inputs that it has found: those that failed once, and those that reach
/// different parts of the code.
@Suite("Corpora of the fuzzers")
struct CorpusTests {
  @Test("no input breaks its target", arguments: FuzzTarget.allCases)
  func replay(target: FuzzTarget) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpora/\(target.rawValue).txt")
    let corpus = FuzzCorpus.inputs(in: Array(try Data(contentsOf: file)))
    let inputs = target.seeds + corpus + [[]]

    #expect(inputs.count > 5)
    for input in inputs {
      let fault = input.withUnsafeBytes { target.fault(in: $0) }
      #expect(
        fault == nil, "\(String(decoding: FuzzCorpus.text(of: [input]), as: UTF8.self).prefix(500))"
      )
    }
  }

  @Test("a corpus has the same bytes again, whatever they are")
  func isExact() {
    let inputs = [[92, 48, 97], Array(UInt8.min...UInt8.max), [10], Array("a b\\".utf8)]
    let text = FuzzCorpus.text(of: inputs)

    #expect(Set(FuzzCorpus.inputs(in: text)) == Set(inputs))
    #expect(text.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A })
  }
}
