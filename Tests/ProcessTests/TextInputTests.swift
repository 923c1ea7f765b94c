import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of the bytes that a person passes: a byte order mark is skipped, and what is not UTF-8 is
/// refused. Nothing is replaced or dropped without a word.
@Suite(.timeLimit(.minutes(10))) struct TextInputTests {
  private let place = TemporaryDirectory()

  /// A command line that reads FILE, its content, and the words that it prints because it could
  /// read it.
  struct Reader: Sendable, CustomTestStringConvertible {
    let words: [String]
    let content: String
    let shown: String
    var status: Int32 = 0

    var testDescription: String { words.joined(separator: " ") }
  }

  static let call = ["call", "--data-dir", "DIR/d"]

  // A program that would run on gets a mistake that it can only find in what it has read.
  static let readers = [
    Reader(
      words: ["doctor", "--format", "json", "--config", "FILE", "--data-dir", "DIR/d"],
      content: #"{"durability":"process"}"#, shown: #""value":"process""#),
    Reader(
      words: ["serve", "--config", "FILE", "--data-dir", "DIR/d"],
      content: #"{"durability":"none"}"#, shown: "durability: must be power or process",
      status: 78),
    Reader(
      words: ["platform", "--script", "FILE"], content: #"{"nonsense":1}"#, shown: "nonsense",
      status: 78),
    Reader(
      words: ["platform", "--state", "FILE"], content: #"{"nonsense":1}"#, shown: "$.",
      status: 78),
    Reader(
      words: ["replay", "FILE"], content: "altcraft-bridge recording 1 {}\n",
      shown: "no differences"),
    Reader(
      words: ["generate", "go", "--schema", "FILE", "--output", "DIR/out"],
      content: #"{"openrpc":"1.3.2"}"#, shown: "FILE: ", status: 78),
    Reader(words: call + ["bridge.ping", "-"], content: "{}", shown: #""pong""#),
    Reader(
      words: call + ["outbox.get", "requestId=@FILE"], content: "is-not-there\n", shown: "null"),
    Reader(words: call + ["outbox.get", "requestId=-"], content: "is-not-there\n", shown: "null"),
  ]

  private func run(_ reader: Reader, _ content: [UInt8]) throws -> FinishedCommand {
    let file = place.path + "/file"
    try Data(content).write(to: URL(filePath: file))
    let words = reader.words.map {
      $0.replacing("FILE", with: file).replacing("DIR", with: place.path)
    }
    // The shell connects the file with standard input too.
    return try FinishedCommand(
      "/bin/sh",
      ["-c", #"input=$1; shift; exec "$0" "$@" <"$input""#, builtProduct("altcraft-bridge"), file]
        + words)
  }

  @Test("a byte order mark at the start is skipped, as on the wire", arguments: readers)
  func byteOrderMark(_ reader: Reader) throws {
    let plain = try run(reader, Array(reader.content.utf8))
    let shown = reader.shown.replacing("FILE", with: place.path + "/file")
    #expect(plain.status == reader.status, "\(plain.text)")
    #expect(plain.text.contains(shown), "\(plain.text)")

    let marked = try run(reader, Array("\u{FEFF}\(reader.content)".utf8))

    #expect(marked.status == reader.status, "\(marked.text)")
    #expect(marked.text.contains(shown), "\(marked.text)")
    #expect(marked.errors == plain.errors)
  }

  @Test("UTF-16, which a shell of Windows writes, is refused with the remedy", arguments: readers)
  func utf16(_ reader: Reader) throws {
    let units = [0xFEFF] + Array(reader.content.utf16)
    let refused = try run(reader, units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })

    #expect(refused.status != 0)
    // The doctor wraps its lines.
    let words = refused.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("the text is UTF-16; save it as UTF-8"), "\(refused.text)")
  }

  @Test("a file that is not UTF-8 is refused at its place", arguments: readers)
  func notUTF8(_ reader: Reader) throws {
    let refused = try run(reader, Array("{\"caf".utf8) + [0xE9] + Array("\":1}".utf8))

    #expect(refused.text.contains("at byte 5"), "\(refused.text)")
    #expect(!refused.text.contains("\u{FFFD}"))
  }

  @Test("the token file may have a byte order mark, and must be UTF-8")
  func tokenFile() async throws {
    try await withBridge(["--listen", "127.0.0.1:0", "--require-token"], in: place) { bridge in
      let port = try await bridge.endpoint("tcp:127.0.0.1:")
      let token = try Data(
        contentsOf: URL(filePath: ServiceProcess.dataDirectory(in: place) + "/rpc.token"))
      func ping(_ content: Data) throws -> FinishedCommand {
        let file = place.path + "/token"
        try content.write(to: URL(filePath: file))
        return try FinishedCommand.bridge(
          "call", "bridge.ping", "--connect", "127.0.0.1:\(port)", "--token-file", file)
      }

      #expect(try ping(token).output == "\"pong\"\n")
      #expect(
        try ping(Data([0xEF, 0xBB, 0xBF]) + token + Data("\r\n".utf8)).output == "\"pong\"\n")
      #expect(try ping(Data([0xFF, 0xFE]) + token).errors.contains("UTF-16; save it as UTF-8"))
      let wrong = try ping(token.prefix(3) + Data([0xE9]) + token)
      #expect(wrong.status != 0 && wrong.errors.contains("not UTF-8 at byte 3 (0xe9)"))
    }
  }

  /// Runs the bridge by a shell, which passes any byte that `printf` writes.
  private func shell(_ script: String) throws -> FinishedCommand {
    try FinishedCommand(
      "/bin/sh", ["-c", script, builtProduct("altcraft-bridge")],
      environment: ["ODD": "caf", "XDG_STATE_HOME": place.path + "/state"],
      in: URL(filePath: place.path))
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
  }

  static let odd = #""$(printf 'caf\351')""#

  static let arguments = [
    ("call bridge.ping x=\(odd)", 3, 5), ("call \(odd)", 2, 3), (odd, 1, 3),
    ("call --data-dir d setUserDefault suiteName=s key=k value=\(odd)", 7, 9),
    ("serve --data-dir \(odd)", 3, 3), ("serve --data-dir=\(odd)", 2, 14),
    ("serve --app-group \(odd)", 3, 3), ("outbox verify \(odd)", 3, 3),
    ("replay \(odd)", 2, 3), ("platform --script \(odd)", 3, 3),
    ("events --exec \(odd)", 3, 3), ("push \(odd)", 2, 3), ("jwt db_id=1 email=\(odd)", 3, 9),
    ("service install --user --program /\(odd)", 5, 4), ("doctor --data-dir \(odd)", 3, 3),
    ("generate go --output \(odd)", 4, 3), ("help \(odd)", 2, 3),
  ]

  // The bytes were replaced by U+FFFD: another value was sent, and another directory was made.
  @Test(
    "an argument that is not UTF-8 is refused with its number and place, and has no effect",
    arguments: arguments)
  func argument(_ line: String, _ number: Int, _ byte: Int) throws {
    let refused = try shell(#"exec "$0" \#(line)"#)

    #expect(refused.status == 64)
    #expect(
      refused.errors.hasPrefix(
        "altcraft-bridge: argument \(number): not UTF-8 at byte \(byte) (0xe9)"),
      "\(refused.errors)")
    #expect(names.isEmpty)
  }

  static let settings = [
    ("ALTCRAFT_BRIDGE_DATA_DIR", "serve"), ("ALTCRAFT_BRIDGE_APP_GROUP", "serve"),
    ("XDG_STATE_HOME", "serve"), ("ALTCRAFT_BRIDGE_SOCKET", "call bridge.ping"),
    ("XDG_RUNTIME_DIR", "events"), ("XDG_CONFIG_HOME", "service install --user"),
  ]

  @Test("a setting in a variable that is not UTF-8 is refused", arguments: settings)
  func variable(_ name: String, _ line: String) throws {
    let refused = try shell("export \(name)=\"$PWD/\"\(Self.odd); exec \"$0\" \(line)")

    #expect(refused.status == 64)
    let place = self.place.path.utf8.count + 4
    #expect(
      refused.errors.hasPrefix("altcraft-bridge: \(name): not UTF-8 at byte \(place) (0xe9)"),
      "\(refused.errors)")
    #expect(names.isEmpty)
  }

  @Test("a relative data directory below one that is not UTF-8 is refused, and none is made")
  func workingDirectory() throws {
    let refused = try shell(
      #"mkdir \#(Self.odd) && cd \#(Self.odd) && exec "$0" serve --data-dir d"#)

    #expect(refused.status == 78)
    #expect(refused.errors.contains("the path of the working directory is not UTF-8 at byte"))
    #expect(refused.errors.contains("give paths from the root, in UTF-8"))
    let report = try shell(#"cd \#(Self.odd) && exec "$0" doctor --data-dir d"#)
    #expect(report.status == 1)
    #expect(report.output.contains("the path of the working directory is not UTF-8"))
    #expect(try shell("rmdir \(Self.odd)").status == 0)
  }

  // The variables of others were passed on with replaced bytes.
  @Test("a program that the bridge starts gets each variable byte by byte")
  func passedOn() throws {
    let fake = place.path + "/bin/systemctl"
    try FileManager.default.createDirectory(
      atPath: place.path + "/bin", withIntermediateDirectories: true)
    try Data("#!/bin/sh\nprintf %s \"$ODD\" >'\(place.path)/odd'\n".utf8).write(
      to: URL(filePath: fake))
    chmod(fake, 0o755)

    _ = try shell(
      #"export ODD=\#(Self.odd) PATH='\#(place.path)/bin':$PATH; exec "$0" service status --user"#)

    let passed = FileManager.default.contents(atPath: place.path + "/odd") ?? Data()
    #expect(Array(passed) == Array("caf".utf8) + [0xE9])
  }
}
