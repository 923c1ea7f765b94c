import JSONCodec

/// The parsed content of a `serve --record` file, line by line.
package struct Recording: Sendable {
  /// The lines of one process, from its start.
  package struct Session: Sendable {
    /// The facts about the process in its first line.
    package let facts: JSONObject
    package var lines: [Line] = []
  }

  package struct Line: Sendable {
    /// The line number, counted from 1.
    package let number: Int
    /// The connection; 0 for a line that belongs to none.
    package let connection: Int
    package let content: Content
  }

  package enum Content: Sendable {
    case open(transport: String)
    case send(String)
    case expect(JSON)
    /// A sent message that exceeded this length in bytes.
    case sendTooLong(Int)
    case sendMalformedHeader
    case sendForeignProtocol
    case end
    case close
    case exchange(path: String, outcome: JSONObject)
    /// The number of items that are missing here.
    case lost(Int)
  }

  package enum Failure: Error, Equatable {
    /// A file that is not a recording, or a recording of another version.
    case format(found: String)
    case line(Int)

    package var message: String {
      switch self {
      case .format(let found):
        "is not a recording of format \(Recording.format): it begins with \"\(found)\""
      case .line(let number): "line \(number) is not valid"
      }
    }
  }

  static let mark = "altcraft-bridge recording"
  static let format = 1
  /// The replacement for a message that cannot be parsed. It cannot be parsed either.
  static let malformed = "{malformed"

  package let sessions: [Session]

  package init(_ text: String) throws(Failure) {
    var sessions: [Session] = []
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty || line.hasPrefix("#") { continue }
      if let facts = try Self.head(line, isFirst: sessions.isEmpty) {
        sessions.append(Session(facts: facts))
        continue
      }
      guard let (connection, content) = Self.content(line) else { throw .line(number) }
      sessions[sessions.count - 1].lines.append(
        Line(number: number, connection: connection, content: content))
    }
    guard !sessions.isEmpty else { throw .format(found: "") }
    self.sessions = sessions
  }

  private static func head(_ line: Substring, isFirst: Bool) throws(Failure) -> JSONObject? {
    guard line.hasPrefix(mark + " ") else {
      if isFirst { throw .format(found: String(line.prefix(60))) }
      return nil
    }
    let rest = line.dropFirst(mark.count + 1)
    guard rest.hasPrefix("\(format) "), let facts = json(rest.dropFirst(2))?.objectValue else {
      throw .format(found: String(line.prefix(60)))
    }
    return facts
  }

  private static func content(_ line: Substring) -> (Int, Content)? {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    if words[0] == "http" {
      let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let outcome = json(parts[3])?.objectValue else { return nil }
      return (0, .exchange(path: String(parts[2]), outcome: outcome))
    }
    if words[0] == "lost", words.count == 2, let count = Int(words[1]) { return (0, .lost(count)) }
    guard words.count >= 2, let connection = Int(words[0]), connection > 0 else { return nil }
    let rest = words.count == 3 ? words[2] : ""
    switch words[1] {
    case "open": return (connection, .open(transport: String(rest)))
    case "-->": return (connection, .send(String(rest)))
    case "<--": return json(rest).map { (connection, .expect($0)) }
    case "tooLong": return Int(rest).map { (connection, .sendTooLong($0)) }
    case "malformedHeader": return (connection, .sendMalformedHeader)
    case "foreignProtocol": return (connection, .sendForeignProtocol)
    case "end": return (connection, .end)
    case "close": return (connection, .close)
    default: return nil
    }
  }

  private static func json(_ text: Substring) -> JSON? {
    try? JSONParser.parse(Array(text.utf8), limits: .generous).value
  }
}
