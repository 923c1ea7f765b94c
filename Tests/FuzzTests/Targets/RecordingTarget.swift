import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC
import WireRecording

/// A recording that is read, and one that is written: the lines of an input are messages, each of which follows a byte
/// for its direction.
enum RecordingTarget {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    let text = String(decoding: input, as: UTF8.self)
    if let recording = try? Recording(text), recording.sessions.isEmpty { return "it is empty" }
    var written = RecordingText(
      rules, Pseudonymizer(now: { 1_763_700_000 }, digest: { SHA256.digest($0) }), facts: [:])
    var read = MessageRedactor(rules)
    var lengths = LengthRedaction()
    var bytes = written.head()
    var lines = 0
    for line in input.split(separator: 0x0A) {
      guard let mark = line.first else { continue }
      let content = Array(line.dropFirst())
      let message = try? JSONParser.parse(content, limits: .generous).value
      // The bridge sends nothing but JSON.
      let direction: MessageRedactor.Direction =
        mark & 1 == 0 || message == nil ? .received : .sent
      bytes += written.text(WireItem(time: 0, connection: 1, .message(direction, content)))
      lines += 1
      guard let message else { continue }
      let shown = read.redacted(message, direction, by: &lengths)
      if (try? JSONParser.parse(shown.bytes, limits: .generous)) == nil {
        return "a redacted message is not JSON"
      }
    }
    do throws(Recording.Failure) {
      let recording = try Recording(String(decoding: bytes, as: UTF8.self))
      return recording.sessions.map(\.lines.count) == [lines] ? nil : "a line is lost"
    } catch {
      return "the written recording cannot be read: \(error.message)"
    }
  }

  private static let rules = RedactionRules(
    document: .object(Catalog.openRPC(version: "0").document))

  static var seeds: [[UInt8]] {
    let jwt = Base64URL.encode(
      Array(#"{"matching":{"db_id":1,"matching":"email","email":"a@b.c"},"exp":1e9}"#.utf8))
    let recording = """
      altcraft-bridge recording 1 {"version":"0"}
      # a comment
      1 open stdio
      1 --> {"jsonrpc":"2.0","id":1,"method":"bridge.ping"}
      1 <-- {"jsonrpc":"2.0","id":1,"result":"pong"}
      http POST /event/post {"status":200,"body":{"error":0}}
      2 tooLong 4096
      lost 3
      1 end
      1 close

      """
    let messages = [
      #"0{"jsonrpc":"2.0","id":1,"method":"setJWTProvider","params":{"provider":{"token":"eyJhbGciOiJub25lIn0.\#(jwt).sig"}}}"#,
      #"0{"jsonrpc":"2.0","id":2,"method":"bridge.check","params":{"method":"setPushToken","params":["ios-firebase","secret-token"]}}"#,
      #"1{"jsonrpc":"2.0","id":2,"result":{"url":"https://user:pass@example.com/a?b=c#d"}}"#,
      #"1{"jsonrpc":"2.0","id":"x","method":"provider.getJWT","params":{}}"#,
    ]
    return [Array(recording.utf8), Array(messages.joined(separator: "\n").utf8)]
      + ExampleCalls.all.prefix(60).map { Array("0\($0.text)".utf8) }
  }
}
