import APIReference
import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System

/// The text of an error object: one line of JSON for a program; people also get advice.
enum ErrorText {
  static func text(_ error: JSON, _ terminal: Terminal) -> String {
    guard terminal.isTerminal else { return error.text }
    let shown = error.prettyText
    return advice(on: error).map { "\(shown)\naltcraft-bridge: \($0)" } ?? shown
  }

  /// Returns nil if the message needs no advice.
  static func advice(on error: JSON) -> String? {
    let data = error["data"] ?? .null
    let reason = data["reason"]?.stringValue ?? ""
    switch reason {
    case "methodNotFound":
      let nearest = data["suggestions"]?.arrayValue?.compactMap(\.stringValue) ?? []
      return nearest.isEmpty
        ? "'altcraft-bridge help protocol' lists the methods"
        : String(Suggestion.text(nearest).dropFirst(2))
    case "invalidParams": return invalidParams(error["message"]?.stringValue ?? "", data)
    case "unauthorized":
      return
        "pass the token with --token-file: it is in rpc.token in the bridge's data directory"
    default:
      let advice = ErrorGuide.all[reason]?.advice ?? ""
      return advice.isEmpty ? nil : advice.replacing("`", with: "")
    }
  }

  private static func invalidParams(_ message: String, _ data: JSON) -> String? {
    let expected = data["expected"]?.stringValue ?? ""
    guard let parameter = data["parameter"]?.stringValue else { return nil }
    guard expected.hasPrefix("string"), message.contains(" must be ") else {
      return "'altcraft-bridge help protocol' lists the parameters of each method"
    }
    return
      "a value that is valid JSON is not treated as a string; write \(parameter.inMessage)='\"…\"'"
  }
}

extension Destination.Place {
  /// Returns advice for a connection that failed, as the end of a sentence.
  func advice(on error: SystemError) -> String {
    switch (self, error.code) {
    case (.socket(let path), ENOENT), (.socket(let path), ECONNREFUSED):
      "; start a bridge there with 'altcraft-bridge serve --socket \(path.inMessage)'"
    case (.socket, EACCES): "; only the user who runs the bridge may connect"
    case (.socket, ENOTSOCK): "; it is not a socket"
    case (.tcp(let address), ECONNREFUSED):
      "; start a bridge there with 'altcraft-bridge serve --listen 127.0.0.1:\(address.port)'"
    default: ""
    }
  }
}
