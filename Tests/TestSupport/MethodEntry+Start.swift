import JSONCodec
import JSONRPC

extension MethodEntry {
  /// Creates a method without a description, a check and declared parameters.
  package convenience init(
    name: String, aliases: [String] = [], order: Order,
    start: @escaping @Sendable (Call, RawParams) throws(RPCError) -> Start
  ) {
    self.init(name: name, aliases: aliases, order: order) {
      let description = MethodDescription(
        name, aliases: aliases, "", parameters: [], result: .any)
      return Parts(description, body: .start(start)) { _, _ in }
    }
  }
}
