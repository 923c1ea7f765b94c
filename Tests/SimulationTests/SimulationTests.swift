import TestSupport
import Testing

@Suite("The simulation", .blocking)
struct SimulationTests {
  private static let program = builtProduct("altcraft-bridge-simulation")
  /// The number of runs in a debug build; `Tests/simulate` makes more of them in a release build.
  private static let runs = 20

  @Test("no run breaks a guarantee")
  func keep() throws {
    let run = try FinishedCommand(Self.program, ["--seeds", String(Self.runs)])
    #expect(run.status == 0, "\(run.text)")
    #expect(run.output.contains("\(Self.runs) runs"))
  }

  @Test("a seed gives the same run again, to the byte")
  func repeats() throws {
    let first = try FinishedCommand(Self.program, ["--seed", "7", "--trace", "--verbose"])
    let second = try FinishedCommand(Self.program, ["--seed", "7", "--trace", "--verbose"])
    // The last line has the processor time.
    let lines = first.output.split(separator: "\n").dropLast()
    #expect(lines.count > 100)
    #expect(lines == second.output.split(separator: "\n").dropLast())
  }

  @Test("a run does not depend on those before it in the process")
  func isAlone() throws {
    let alone = try FinishedCommand(Self.program, ["--seed", "4", "--verbose"])
    let later = try FinishedCommand(Self.program, ["--seed", "2", "--seeds", "3", "--verbose"])
    let line = try #require(alone.output.split(separator: "\n").first { $0.hasPrefix("seed 4:") })
    #expect(later.output.split(separator: "\n").contains(line))
  }
}
