import JSONCodec
import JSONRPC
import Synchronization

/// The methods of the examples in the specification.
package enum ArithmeticMethods {
  package static let all: [MethodEntry] = [
    method("subtract") { parameters throws(RPCError) in
      let operands: [JSON?] =
        switch parameters {
        case .positional(let values): [values.first, values.last]
        case .named(let values): [values["minuend"], values["subtrahend"]]
        case .none: []
        }
      let numbers = operands.compactMap { $0?.intValue }
      guard numbers.count == 2 else {
        throw .invalidParams(parameter: "minuend", expected: "integer")
      }
      return .int(numbers[0] - numbers[1])
    },
    method("sum") { parameters in
      guard case .positional(let values) = parameters else { return 0 }
      return .int(values.compactMap(\.intValue).reduce(0, +))
    },
    method("get_data") { _ in ["hello", 5] },
    method("update") { _ in .null },
    method("notify_sum") { _ in .null },
    method("notify_hello") { _ in .null },
  ]

  private static func method(
    _ name: String, _ body: @escaping @Sendable (RawParams) throws(RPCError) -> JSON
  ) -> MethodEntry {
    MethodEntry(name: name, order: .ordered) { _, parameters in
      .now { () throws(RPCError) in .result(try body(parameters).bytes) }
    }
  }
}
