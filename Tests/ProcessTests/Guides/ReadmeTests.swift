import Testing

/// Tests that follow the README as a reader does: each line as written, and nothing else.
@Suite(.serialized) struct ReadmeTests {
  private let page: Page
  private let platform: String

  init() throws {
    page = try Page("README.md")
    platform = try #require(page.blocks(in: "Quick start").first).text
  }

  /// The requests that the platform received, as the simulated platform reports them.
  private static let requests = """
    exec 3<>/dev/tcp/127.0.0.1/\(Terminal.port)
    printf 'GET /__requests HTTP/1.1\\r\\nHost: 127.0.0.1:\(Terminal.port)\\r\\nConnection: close\\r\\n\\r\\n' >&3
    cat <&3

    """

  @Test(
    "with netcat a mobile event is delivered", .enabled(if: Terminal.has("nc", saying: "OpenBSD")))
  func netcat() throws {
    let terminal = try Terminal()
    let blocks = page.blocks(in: "Shell, with netcat")
    let typed = blocks.filter { $0.language == "sh" }.map(\.text)
    let shown = try #require(blocks.first { $0.language.isEmpty }).text

    let printed = try terminal.run(typed + [Self.requests], background: platform)

    #expect(typed.count == 3)
    #expect(ShownOutput(text: shown).matches(printed[1]), "\(printed) \(terminal.log)")
    let (last, end) = (
      printed[2].split(separator: "\n").first ?? "", printed[2].hasSuffix("true\n")
    )
    #expect(last.contains(#""state":"delivered""#) && end, "\(printed) \(terminal.log)")
    #expect(printed[3].contains(#""wn":"login""#) && printed[3].contains(#""wn":"logout""#))
  }

  @Test(
    "with the language alone a mobile event is delivered",
    arguments: [("Python", "python3"), ("Node", "node")].filter { Terminal.has($0.1) })
  func program(section: String, interpreter: String) throws {
    let terminal = try Terminal()
    let blocks = page.blocks(in: section)
    let source = try #require(blocks.first)
    let name = try #require(source.introduction.firstMatch(of: /`(\w+\.\w+)`/)).output.1
    try terminal.write(source.text, as: String(name))

    let printed = try terminal.run(
      blocks.filter { $0.language == "sh" }.map(\.text) + [Self.requests], background: platform)

    #expect(printed.first == "delivered\n", "\(printed) \(terminal.log)")
    #expect(printed.last?.contains(#""wn":"login""#) == true)
  }

  @Test("names every command and every exit status")
  func commands() throws {
    let terminal = try Terminal()

    let help = try terminal.run(["altcraft-bridge help\n"]).first ?? ""

    let text = try Page.text("README.md")
    for line in help.split(separator: "\n") {
      guard let command = line.firstMatch(of: /^  ([a-z]+)(?: .*?)?  +\S/)?.output.1 else {
        continue
      }
      #expect(text.contains("`\(command)") || text.contains(", `\(command)"), "\(command)")
    }
    for status in ["0 success", "1 the call", "64 usage", "70 ", "75 ", "78 "] {
      #expect(text.contains(status))
    }
  }

  @Test(
    "the comparison distinguishes the shown output from other output",
    arguments: [
      ("a\n", "a\n", true), ("a\n", "b\n", false), ("a…c\n", "abc\n", true),
      ("a…c\n", "abcd\n", false), ("a…a\n", "a\n", false), ("…\nb\n", "a\na\nb\n", true),
      ("a\n…\n", "b\n", false), ("{…1…}\n", "{2}\n", false), ("", "a\n", false),
    ])
  func shown(text: String, output: String, matches: Bool) {
    #expect(ShownOutput(text: text).matches(output) == matches)
  }
}
