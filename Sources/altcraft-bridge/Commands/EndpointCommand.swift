import BridgeCommandLine
import JSONCodec
import System

/// The `endpoint` command: prints how to reach a running bridge.
enum EndpointCommand {
  static func run(_ options: InspectOptions) -> ExitStatus {
    CommandFailure.reported { () throws(CommandFailure) in
      let session = try BridgeSession.open(options.destination)
      defer { session.close() }
      let endpoint = BridgeAddresses(try session.call("bridge.info"))
      StandardOutput.text(options.format == .json ? endpoint.json.text + "\n" : endpoint.text)
    }
  }
}

/// The addresses of a bridge, from the answer of `bridge.info`.
struct BridgeAddresses: Sendable {
  private let addresses: [(name: String, title: String, value: String?)]

  init(_ info: JSON) {
    let transports = (info["transports"]?.arrayValue ?? []).compactMap(\.stringValue)
    func address(_ kind: String) -> String? {
      transports.first { $0.hasPrefix(kind + ":") }.map { String($0.dropFirst(kind.count + 1)) }
    }
    let tcp = address("tcp")
    let webSocket = address("ws").map { "ws://\($0)/rpc" }
    let directory = tcp != nil || webSocket != nil ? info["dataDir"]?.stringValue : nil
    addresses = [
      ("socket", "socket", address("unix")), ("tcp", "tcp", tcp),
      ("webSocket", "websocket", webSocket),
      ("tokenFile", "token file", directory.map { "\($0)/\(TokenFile.control)" }),
      ("observerTokenFile", "read only", directory.map { "\($0)/\(TokenFile.observer)" }),
    ]
  }

  var json: JSON {
    .object(
      JSONObject(
        addresses.map {
          JSONObject.Member(key: $0.name, value: .optional($0.value))
        }))
  }

  var text: String {
    addresses.compactMap { entry in
      entry.value.map { "\(entry.title.padded(to: 11))\($0)\n" }
    }.joined()
  }
}
