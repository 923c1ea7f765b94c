import AltcraftEngine
import JSONCodec
import JSONRPC

struct BridgeCheckParameters: Sendable {
  var method: String
  var params: RawParams?

  static let fields = ObjectCodec(
    BridgeCheckParameters.init,
    Field(
      "method", \.method, .string,
      "The name of the method to check. Example: `\"setPushToken\"`."),
    Field(
      "params", \.params, optional: params,
      """
      The parameters for that method, by name or by position. Example: `{"provider": "ios-apns", "pushToken": \
      null}`.
      """))

  /// Not decoded here: the checked method reports the errors in its parameters.
  private static let params = Codec<RawParams>(
    Schema(["type": ["object", "array"]]), expected: "object or array",
    decode: { json throws(Invalid) in
      switch json {
      case .object(let object): return .named(object)
      case .array(let values): return .positional(values)
      default: throw Invalid(expected: "object or array", found: json)
      }
    },
    encode: { value, writer in
      switch value {
      case .none: writer.null()
      case .named(let object): writer.value(.object(object))
      case .positional(let values): writer.value(.array(values))
      }
    })
}

struct LogLevelParameters: Sendable {
  var level: Log.Level

  static let fields = ObjectCodec(
    LogLevelParameters.init,
    Field("level", \.level, .choice(), "The least severe level to log; notice at the start."))
}

extension Catalog {
  static let ping = BridgeMethod.inline(
    "bridge.ping", "Returns \"pong\".", result: .string,
    examples: [
      Example("a ping", [:], .exactly("pong")),
      Example("no parameters", ["loud": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _ in "pong" })

  static let info = BridgeMethod.inline(
    "bridge.info",
    "Returns version, schema digest, transports, data directory and limits of this process.",
    result: ServiceSchema.info,
    examples: [
      Example("version and limits", [:], .like(ServiceSchema.sampleInfo)),
      Example("no parameters", ["limits": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: ServiceSchema.info)

  static let stats = BridgeMethod.inline(
    "bridge.stats",
    """
    Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all times.
    """,
    details: """
      The counters of the outbox belong to the app group and survive restarts; all others count from the start \
      of the process.
      """,
    result: ServiceSchema.stats,
    examples: [
      Example("all counters", [:], .like(ServiceSchema.sampleStats)),
      Example("no parameters", ["reset": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: ServiceSchema.stats)

  static let metrics = BridgeMethod.inline(
    "bridge.metrics", "Returns the counters of bridge.stats in the text format of Prometheus.",
    details: """
      The counters of the outbox have the app group as a label and survive restarts; all others count from the \
      start of the process.
      """,
    result: ServiceMetrics.result,
    examples: [
      Example("all figures", [:], .like(ServiceMetrics.sample)),
      Example("no parameters", ["name": "up"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: ServiceMetrics.json)

  static let check = BridgeMethod("bridge.check") { name in
    MethodSpec(
      name, role: .observer,
      "Checks a call without executing it: true, or the error that the call would get.",
      details: """
        Checks parameters and the rules of the SDK; calls no callback. It does not check the role of the connection.
        """,
      parameters: BridgeCheckParameters.fields, result: Codec.alwaysTrue.schema,
      failures: [.methodNotFoundExample],
      examples: [
        Example("a valid call", ["method": "bridge.ping"], .exactly(true)),
        Example(
          "a misspelt parameter", ["method": "setPushToken", "params": ["provder": "ios-apns"]],
          .error(code: -32602, reason: "invalidParams")),
        Example(
          "an unknown method", ["method": "pushSubscrbe"],
          .error(code: -32601, reason: "methodNotFound")),
      ]
    ).start { call, parameters, _ throws(RPCError) in
      let method = try Catalog.method(named: parameters.method)
      return .now { () throws(RPCError) in
        try method.entry.parts.check(call.context, parameters.params ?? RawParams.none)
        return .result(Codec.alwaysTrue.bytes(true))
      }
    }
  }

  static let setLogLevel = BridgeMethod.immediate(
    "bridge.setLogLevel", "Sets the level of the log on standard error.", order: .free,
    parameters: LogLevelParameters.fields, result: .alwaysTrue,
    examples: [
      Example("level info", ["level": "info"], .exactly(true)),
      Example(
        "an unknown level", ["level": "verbose"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.service.setLogLevel(parameters.level)
      return true
    })

  static let shutdown = BridgeMethod.immediate(
    "bridge.shutdown",
    "Stops the process: answers the calls in flight and exits with status 0 within five seconds.",
    details: "Accepted jobs are kept: pending jobs are delivered after the next start.",
    order: .free,
    parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("shutdown", [:], .exactly(true)),
      Example("no parameters", ["seconds": 3], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      let shutDown = call.context.service.shutDown
      call.afterReply { shutDown() }
      return true
    })

  static let discover = BridgeMethod("rpc.discover", order: .free) { name in
    MethodSpec(
      name, role: .observer, "Returns this document.", parameters: NoParameters.fields,
      result: Schema([
        "type": "object",
        "description": "A document of OpenRPC 1.3, see https://spec.open-rpc.org.",
      ]),
      examples: [
        Example(
          "the document", [:],
          .like([
            "openrpc": "1.3.2", "info": ["title": "altcraft-bridge", "version": "0.1.0"],
            "methods": [],
          ])),
        Example(
          "no parameters", ["method": "pushSubscribe"],
          .error(code: -32602, reason: "invalidParams")),
      ]
    ).start { call, _, _ throws(RPCError) in
      let document = call.context.service.document
      return .now { () throws(RPCError) in .result(document()) }
    }
  }
}
