import Testing

/// Tests of the page on scripts: each line is run, and its output is compared with the page.
@Suite struct TutorialTests {
  private static let page = "Sources/altcraft-bridge/AltcraftBridge.docc/ScriptAuthor.md"

  private struct Step {
    let typed: String
    /// The expected output, empty for a step that prints nothing.
    var shown: String
  }

  private static func steps() throws -> [Step] {
    try Page(page).blocks.reduce(into: []) { steps, block in
      if block.language == "sh" {
        steps.append(Step(typed: block.text, shown: ""))
      } else if !steps.isEmpty {
        steps[steps.count - 1].shown += block.text
      }
    }
  }

  @Test(
    "every line of the page has the result that the page shows",
    .enabled(if: Terminal.has("nc", saying: "OpenBSD"))
  )
  func isTrue() throws {
    let steps = try Self.steps()
    let terminal = try Terminal()

    let printed = try terminal.run(steps.map(\.typed))

    #expect(steps.count > 10)
    for (step, output) in zip(steps, printed) {
      let isAsShown = ShownOutput(text: step.shown).matches(output)
      #expect(isAsShown, "\(output)\n\(step.typed)\n\(terminal.log)")
    }
  }

  @Test("shows the output of each of its steps, and the test checks its content")
  func shows() throws {
    for step in try Self.steps() where step.typed.contains("nc -N") || step.typed.contains("call ")
    {
      #expect(step.shown.contains { $0.isLetter }, "\(step.typed)")
    }
  }
}
