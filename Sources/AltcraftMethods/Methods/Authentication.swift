import AltcraftEngine
import JSONCodec
import JSONRPC

struct AuthenticateParameters: Sendable {
  var token: String?
  var ticket: String?

  static let fields = ObjectCodec(
    AuthenticateParameters.init,
    Field(
      "token", \.token, optional: Codec.string.secret,
      """
      The token of this run of the bridge: the content of the file `rpc.token` in the data directory, or of \
      `rpc.observer-token` to read only; or the `session` of an earlier answer. Example: `"0123456789abcdef"`.
      """),
    Field(
      "ticket", \.ticket, optional: Codec.string.secret,
      """
      The ticket from the URL of `bridge.ticket`, instead of a token. \
      Example: `"3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`.
      """))

  enum Proof {
    case token(String), ticket(String)
  }

  /// Throws unless there is either a token or a ticket.
  func proof() throws(RPCError) -> Proof {
    switch (token, ticket) {
    case (let token?, nil): return .token(token)
    case (nil, let ticket?): return .ticket(ticket)
    case (nil, nil): throw .invalidParams(parameter: "token", expected: "a token, or a ticket")
    case (_?, _?): throw .invalidParams(parameter: "ticket", expected: "no ticket with a token")
    }
  }
}

struct TicketParameters: Sendable {
  var role: Role

  static let fields = ObjectCodec(
    TicketParameters.init,
    Field(
      "role", \.role, .choice(), default: .observer,
      """
      The role of the connection that uses the ticket: `observer` may only read. An observer can only make tickets \
      of this role. Example: `"observer"`.
      """))
}

/// The answers of `bridge.authenticate` and `bridge.ticket`.
private enum AccessSchema {
  static let opened = ObjectSchema.named(
    "BridgeSession", "The answer to a ticket.",
    [
      ObjectSchema.field(
        "role", "The role of this connection from now on.",
        ["type": "string", "enum": .array(Role.allCases.map { .string($0.rawValue) })]),
      FieldInfo(
        name: "session",
        doc: "A token of this role, for further connections until the bridge ends.",
        isRequired: true, schema: Codec.string.secret.schema),
    ])

  static let proved = Schema(
    ["oneOf": [["const": true], .object(opened.json)]], referringTo: [opened])

  static let ticket = ObjectSchema.named(
    "BridgeTicket", "A URL that opens one connection.",
    [
      FieldInfo(
        name: "url",
        doc: "The address of the pages of this bridge; the fragment `#ticket=` has the ticket.",
        isRequired: true, schema: Codec.string.secret.schema),
      ObjectSchema.field(
        "expiresAt", "The time after which the ticket is refused, 60 seconds after the call.",
        ObjectSchema.time),
    ])
}

extension Catalog {
  static let authenticate = BridgeMethod("bridge.authenticate", order: .free) { name in
    MethodSpec(
      name, role: .observer,
      "Authenticates a connection by a token or a ticket, which also determine its role.",
      details: """
        Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of another user must \
        send it first; with `--require-token` every TCP client must. It must be sent alone, not in a batch, in a \
        message of at most 4 KiB. If it is not required, the proof is checked all the same, and its role applies from \
        then on; without TCP and WebSocket the answer to a token is true. The answer to a ticket has the role and a \
        token of this role.
        """,
      parameters: AuthenticateParameters.fields, result: AccessSchema.proved,
      failures: [.unauthorized],
      examples: [
        Example("the token of the file", ["token": "0123456789abcdef"], .exactly(true)),
        Example("no token", [:], .error(code: -32602, reason: "invalidParams")),
        Example(
          "a ticket that was used", ["ticket": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
          .error(code: -32001, reason: "unauthorized")),
      ]
    ).start { call, parameters, _ throws(RPCError) in
      let proof = try parameters.proof()
      return .now { () throws(RPCError) in
        let session = call.context
        switch proof {
        case .token(let token):
          guard let access = session.service.access else {
            session.proved(.control)
            return .result(JSON.bool(true).bytes)
          }
          guard let role = access.role(of: token) else { throw .unauthorized }
          session.proved(role)
          return .result(JSON.bool(true).bytes)
        case .ticket(let ticket):
          let now = session.engine.environment.now()
          guard let opened = session.service.access?.redeem(ticket, at: now) else {
            throw .ticketRefused
          }
          session.proved(opened.role)
          let answer: JSON = [
            "role": .string(opened.role.rawValue), "session": .string(opened.session),
          ]
          return .result(answer.bytes)
        }
      }
    }
  }

  static let ticket = BridgeMethod("bridge.ticket", order: .free) { name in
    MethodSpec(
      name, role: .observer, "Makes a URL with a ticket, which opens one connection of a page.",
      details: """
        The page passes the ticket to `bridge.authenticate`, once and within 60 seconds. The ticket is in the fragment \
        of the URL, which no browser sends. A limit, `tickets`, applies to the unused tickets of each role.
        """,
      parameters: TicketParameters.fields, result: AccessSchema.ticket,
      failures: [
        .ticketBeyondRole, .tooManyTickets(max: Limits().tickets), .noWebSocket,
      ],
      examples: [
        Example(
          "a page that reads", [:],
          .like([
            "url":
              "http://127.0.0.1:8093/#ticket=3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "expiresAt": "2026-11-20T12:01:00.123Z",
          ])),
        Example(
          "an unknown role", ["role": "admin"], .error(code: -32602, reason: "invalidParams")),
      ]
    ).start { call, parameters, _ throws(RPCError) in
      .now { () throws(RPCError) in
        let session = call.context
        let environment = session.engine.environment
        let role = parameters.role
        guard role == .observer || session.remote.role == .control else { throw .ticketBeyondRole }
        guard let access = session.service.access, let pages = session.service.pages else {
          throw .noWebSocket
        }
        let limit = session.engine.limits.tickets
        guard let ticket = access.makeTicket(for: role, at: environment.now(), limit: limit) else {
          throw .tooManyTickets(max: limit)
        }
        let validity = 1000 * Access.Ticket.validity.components.seconds
        let end = Timestamp(milliseconds: environment.wallTime() + validity)
        let answer: JSON = [
          "url": .string("\(pages)/#ticket=\(ticket.text)"), "expiresAt": .string(end.text),
        ]
        return .result(answer.bytes)
      }
    }
  }
}

extension Session {
  /// Records that the peer has proved a role.
  fileprivate func proved(_ role: Role) {
    remote.authenticate(as: role)
    service.becameTrusted(id, role)
  }
}
