import AltcraftEngine
import JSONCodec
import JSONRPC

struct BridgeCheckParameters: Sendable {
  var method: String
  var params: RawParams?

  static let fields = ObjectCodec(
    BridgeCheckParameters.init,
    Field("method", \.method, .string, "The name of a method."),
    Field("params", \.params, optional: params, "Its parameters, by name or by position."))

  /// Unread: what is wrong with them is for the method that is checked to say.
  private static let params = Codec<RawParams>(
    Schema(["type": ["object", "array"]]), expected: "object or array",
    decode: { json throws(Invalid) in
      switch json {
      case .object(let object): return .named(object)
      case .array(let values): return .positional(values)
      default: throw Invalid(expected: "object or array")
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

struct AuthenticateParameters: Sendable {
  var token: String

  static let fields = ObjectCodec(
    AuthenticateParameters.init,
    Field(
      "token", \.token, Codec.string.secret, "The content of `rpc.token` in the data directory."))
}

struct LogLevelParameters: Sendable {
  var level: Log.Level

  static let fields = ObjectCodec(
    LogLevelParameters.init,
    Field("level", \.level, .choice(), "error, notice (the default), info or debug."))
}

extension Catalog {
  static let ping = BridgeMethod.instant(
    "bridge.ping", "Answers \"pong\".", result: .string,
    examples: [
      Example("is anyone there?", [:], .exactly("pong")),
      Example("no parameters", ["loud": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _ in "pong" })

  static let info = BridgeMethod.instant(
    "bridge.info", "What this process is: version, schema, transports, data directory, limits.",
    result: ServiceShape.info,
    examples: [
      Example("who are you?", [:], .like(ServiceShape.sampleInfo)),
      Example("no parameters", ["limits": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: ServiceShape.info)

  static let stats = BridgeMethod.instant(
    "bridge.stats",
    "Counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all times.",
    details: """
      Those of the outbox belong to the app group and survive restarts; all others count from the start of \
      the process.
      """,
    result: ServiceShape.stats,
    examples: [
      Example("all counters", [:], .like(ServiceShape.sampleStats)),
      Example("no parameters", ["reset": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: ServiceShape.stats)

  static let metrics = BridgeMethod.instant(
    "bridge.metrics", "The figures of bridge.stats in the text format of Prometheus.",
    details: """
      Those of the outbox carry the app group as a label and survive restarts; all others count from the \
      start of the process.
      """,
    result: ServiceMetrics.result,
    examples: [
      Example("all figures", [:], .like(ServiceMetrics.sample)),
      Example("no parameters", ["name": "up"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: ServiceMetrics.json)

  static let check = BridgeMethod("bridge.check", order: .ordered) { name in
    BridgeMethod.Parts(
      Declaration(
        name,
        "Checks a call without doing anything: true, or the error the call would get.",
        details: "Checks parameters and the rules of the SDK; asks no callback.",
        parameters: BridgeCheckParameters.fields.fields, result: Codec.alwaysTrue.schema,
        failures: [
          .invalidParams(parameter: "method", expected: "string"),
          .methodNotFound(suggestions: ["pushSubscribe"]),
        ],
        examples: [
          Example("a call that would do", ["method": "bridge.ping"], .exactly(true)),
          Example(
            "a misspelt parameter", ["method": "setPushToken", "params": ["provder": "ios-apns"]],
            .error(code: -32602, reason: "invalidParams")),
          Example(
            "a method there is not", ["method": "pushSubscrbe"],
            .error(code: -32601, reason: "methodNotFound")),
        ]), parameters: BridgeCheckParameters.fields
    ) { call, parameters, _ throws(RPCError) in
      let method = try Catalog.method(named: parameters.method)
      return .now { () throws(RPCError) in
        try method.check(call.context, parameters.params ?? RawParams.none)
        return .result(Codec.alwaysTrue.bytes(true))
      }
    }
  }

  static let authenticate = BridgeMethod("bridge.authenticate", order: .free) { name in
    BridgeMethod.Parts(
      Declaration(
        name,
        "Proves by the token of the data directory who the peer of a TCP port is.",
        details: """
          What a peer of another user must send first, and everyone under --require-token: alone, not in a \
          batch, in a message of at most 4 KiB. Where it is not needed the token is checked all the same; \
          without a TCP port it answers true.
          """,
        parameters: AuthenticateParameters.fields.fields, result: Codec.alwaysTrue.schema,
        failures: [.invalidParams(parameter: "token", expected: "string"), .unauthorized],
        examples: [
          Example("without a TCP port", ["token": "0123456789abcdef"], .exactly(true)),
          Example("no token", [:], .error(code: -32602, reason: "invalidParams")),
        ]), parameters: AuthenticateParameters.fields
    ) { call, parameters, _ throws(RPCError) in
      .now { () throws(RPCError) in
        let session = call.context
        guard session.service.checkToken?(parameters.token) ?? true else {
          if !session.remote.isProven { session.remote.failAuthentication() }
          throw .unauthorized
        }
        session.remote.prove()
        session.service.becameTrusted(session.id)
        return .result(Codec.alwaysTrue.bytes(true))
      }
    }
  }

  static let setLogLevel = BridgeMethod.immediate(
    "bridge.setLogLevel", "Sets what is logged to standard error.", order: .free,
    parameters: LogLevelParameters.fields, result: .alwaysTrue,
    examples: [
      Example("more", ["level": "info"], .exactly(true)),
      Example(
        "a level there is not", ["level": "verbose"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.service.setLogLevel(parameters.level)
      return true
    })

  static let shutdown = BridgeMethod.immediate(
    "bridge.shutdown",
    "Stops the process: answers what is in flight and exits with status 0 within five seconds.",
    details: "Nothing accepted is lost: what is pending goes out at the next start.", order: .free,
    parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("stop", [:], .exactly(true)),
      Example("no parameters", ["seconds": 3], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      let shutDown = call.context.service.shutDown
      call.afterReply { shutDown() }
      return true
    })

  static let discover = BridgeMethod("rpc.discover", order: .free) { name in
    BridgeMethod.Parts(
      Declaration(
        name, "Answers this document.", parameters: [],
        result: Schema([
          "$ref": "https://raw.githubusercontent.com/open-rpc/meta-schema/master/schema.json"
        ]), failures: [RPCError]().withCommon([]),
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
        ]), parameters: NoParameters.fields
    ) { call, _, _ throws(RPCError) in
      let document = call.context.service.document
      return .now { () throws(RPCError) in .result(document()) }
    }
  }
}
