import AltcraftEngine
import AltcraftMethods
import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import BridgeCommandLine

@Suite("The manual", .blocking) struct ManualTests {
  static let topics = ["overview"] + HelpTopic.allWords

  private func page(_ name: String) -> String {
    ManualPage.text(for: HelpTopic(name) ?? .overview)
  }

  static let groffPath = FinishedCommand.installed("groff")
  static let mandocPath = FinishedCommand.installed("mandoc")

  @Test("groff prints no warnings", .enabled(if: groffPath != nil, "groff"))
  func groff() throws {
    try expectNoWarnings(of: #require(Self.groffPath), "-ww", "-man", "-z", "-Tutf8")
  }

  @Test("mandoc prints no warnings", .enabled(if: mandocPath != nil, "mandoc"))
  func mandoc() throws {
    try expectNoWarnings(of: #require(Self.mandocPath), "-Tlint", "-Wwarning")
  }

  /// Expects that the program reads all pages without a warning, which would name the file.
  private func expectNoWarnings(of program: String, _ options: String...) throws {
    let folder = TemporaryDirectory()
    let files = try Self.topics.map { topic in
      let file = "\(folder.path)/\(topic)"
      try page(topic).write(toFile: file, atomically: false, encoding: .utf8)
      return file
    }

    let reader = try FinishedCommand(program, options + files)

    #expect(files.count > 90)
    #expect(
      reader.status == 0 && reader.errors == "" && reader.output == "",
      "\(reader.errors)\(reader.output)")
  }

  @Test(
    "the page of a command has its flags, examples and exit statuses",
    arguments: CommandName.allCases)
  func command(_ command: CommandName) {
    let page = page(command.rawValue)

    for flag in command.flags {
      #expect(page.contains("\\fB\(TroffText.escaped("--" + flag.name, isCode: true))\\fP"))
      if let variable = flag.environmentVariable { #expect(page.contains(variable)) }
    }
    for example in command.page.examples {
      #expect(page.contains(TroffText.escaped(example.line, isCode: true)))
    }
    #expect(page.contains("\n\\fB0\\fP\n") && page.contains("\n\\fB64\\fP\n"))
  }

  @Test("the page of the configuration has every setting and every limit with its default")
  func configuration() {
    let page = HelpText.text(for: .configuration)

    for flag in CommandName.serve.flags {
      if let variable = flag.environmentVariable { #expect(page.contains(variable)) }
      if let member = flag.fileMember { #expect(page.contains("\n  \(member) (")) }
    }
    for limit in Limits().values { #expect(page.contains("\n  \(limit.name) (")) }
    #expect(page.contains("outboxBytes (67108864 bytes)"))
    #expect(page.contains("callbackSeconds (10 seconds)"))
  }

  @Test("the configuration file that it shows is valid")
  func example() throws {
    var commandEnvironment = commandEnvironment(files: ["c.json": ManualPage.exampleFile])
    commandEnvironment.limitComplaint = Limits.complaint

    let options = try serve("--config c.json", commandEnvironment)

    #expect(options.dataDir == "/var/lib/altcraft-bridge" && options.limits.count == 2)
  }

  @Test("the page of the protocol has every method, event, error, callback and type")
  func document() {
    let page = HelpText.text(for: .rpc)
    let document = Catalog.openRPC(version: "1")
    let declarations = document.methods + document.notifications + document.callbacks

    for declaration in declarations {
      #expect(page.contains("\n  \(declaration.name)"))
      for parameter in declaration.parameters {
        #expect(page.contains("\n      \(parameter.name) ("))
      }
    }
    for error in document.failures { #expect(page.contains("\n  \(error.code) \(error.reason)")) }
    for event in EventCatalog.entries where event.isEmitted {
      #expect(page.contains("\n  \(event.code.rawValue) \(event.name)"))
    }
    for type in document.schemas.keys { #expect(page.contains("\n  \(type)")) }
  }

  @Test("text that looks like a troff command is printed as text")
  func escapes() {
    let page = ManualPage(
      name: "x", chapter: 1, summary: "y",
      sections: [
        .init(
          "DESCRIPTION",
          [
            .paragraph(".SH is `a-b` and 'c' well-known --d \\e ⟨FILE⟩"),
            .entry("`.x`", [.lines(["'tis", ".br -"])]),
          ])
      ])
    let lines = TroffText.text(of: page).split(separator: "\n").dropFirst(6)

    #expect(
      Array(lines) == [
        #"\&.SH is \fBa\-b\fP and \(aqc\(aq well-known \-\-d \ee \fIFILE\fP"#, ".TP", #"\fB.x\fP"#,
        ".nf", #"\(aqtis"#, #"\&.br \-"#, ".fi",
      ])
  }
}
