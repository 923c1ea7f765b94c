import Glibc
import JSONCodec
import ReferencePages
import System

/// The text of an error object: one line of JSON for a program; a sentence and a remedy for a person.
package enum ErrorText {
  package static func text(
    _ error: JSON, of method: String, _ terminal: Terminal, isVerbose: Bool
  ) -> String {
    guard terminal.isTerminal else { return error.text }
    let message = error["message"]?.stringValue ?? "the call failed"
    let names = [error["code"]?.text, error["data"]?["reason"]?.stringValue]
    let code = names.compactMap(\.self).joined(separator: " ")
    var lines = ["altcraft-bridge: \(message) (\(code))"]
    if let advice = advice(on: error, of: method) { lines.append("  " + advice) }
    if isVerbose { lines.append((error["data"] ?? .null).prettyText) }
    return lines.joined(separator: "\n")
  }

  /// Returns nil if the message needs no advice.
  package static func advice(on error: JSON, of method: String) -> String? {
    let data = error["data"] ?? .null
    let reason = data["reason"]?.stringValue ?? ""
    switch reason {
    case "methodNotFound":
      // The message contains the nearest method, if there is one.
      return data["suggestions"]?.arrayValue?.isEmpty == false
        ? nil : "'altcraft-bridge help protocol' lists the methods"
    case "invalidParams":
      return "'altcraft-bridge help \(method.inMessage)' explains the parameters"
    case "unauthorized":
      return
        "pass the token with --token-file: it is in rpc.token in the bridge's data directory"
    default:
      let advice = ErrorGuide.all[reason]?.advice ?? ""
      return advice.isEmpty ? nil : advice.replacing("`", with: "")
    }
  }
}

extension Destination.Address {
  /// Returns advice for a connection that failed, as the end of a sentence.
  package func advice(on error: SystemError) -> String {
    switch (self, error.code) {
    case (.socket(let path), ENOENT), (.socket(let path), ECONNREFUSED):
      "; start a bridge there with 'altcraft-bridge serve --socket \(path.inMessage)'"
    case (.socket, EACCES): "; only the user who runs the bridge may connect"
    case (.socket, ENOTSOCK): "; it is not a socket"
    case (.tcp, EINVAL), (.webSocket, EINVAL): "; the host must be an IP address or localhost"
    case (.webSocket(let address), ECONNREFUSED):
      "; start a bridge there with 'altcraft-bridge serve --websocket 127.0.0.1:\(address.port)'"
    case (.tcp(let address), ECONNREFUSED):
      "; start a bridge there with 'altcraft-bridge serve --listen 127.0.0.1:\(address.port)'"
    default: ""
    }
  }
}
