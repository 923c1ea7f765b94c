import AltcraftMethods
import JSONCodec
import JSONRPC

/// The calls of the examples of all methods, as a host sends them.
enum ExampleCalls {
  static let all: [JSON] = {
    let methods = Catalog.openRPC(version: "0").document["methods"]?.arrayValue ?? []
    return methods.flatMap { method -> [JSON] in
      guard let name = method["name"] else { return [] }
      return (method["examples"]?.arrayValue ?? []).prefix(3).map { example in
        var params: JSONObject = [:]
        for parameter in example["params"]?.arrayValue ?? [] {
          guard let key = parameter["name"]?.stringValue else { continue }
          params[key] = parameter["value"]
        }
        return ["jsonrpc": "2.0", "id": 1, "method": name, "params": .object(params)]
      }
    }
  }()
}
