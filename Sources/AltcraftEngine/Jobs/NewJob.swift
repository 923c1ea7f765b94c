import JSONCodec
import Tracing

/// A new job from a method.
package struct NewJob: Sendable {
  var kind: JobKind.Index
  /// The caller's own id, or a new one.
  var requestID: ClientRequestID
  package let userTag: UserTag
  package let digest: CallDigest
  /// The trace of its requests to the platform.
  package let trace: TraceContext?
  package let body: JobBody
  /// The connection of the call; nil for a job of the bridge itself.
  package let connection: ConnectionID?

  package init(
    kind: JobKind.Index, requestId: String, userTag: UserTag, digest: CallDigest,
    trace: TraceContext? = nil, body: JSONObject
  ) {
    self.init(
      kind: kind, requestId: requestId, userTag: userTag, digest: digest, trace: trace,
      body: .object(body))
  }

  package init(
    kind: JobKind.Index, requestId: String, userTag: UserTag, digest: CallDigest,
    trace: TraceContext? = nil, body: JobBody, connection: ConnectionID? = nil
  ) {
    self.kind = kind
    requestID = ClientRequestID(requestId)
    self.userTag = userTag
    self.digest = digest
    self.trace = trace
    self.body = body
    self.connection = connection
  }
}

/// The body of a job: an object, or its bytes.
package enum JobBody: Sendable {
  case object(JSONObject)
  /// One JSON object on one line, as the log stores it.
  case encoded([UInt8])

  /// The object; nil for bytes that are not a JSON object.
  var object: JSONObject? {
    switch self {
    case .object(let object): object
    case .encoded(let bytes):
      (try? JSONParser.parse(bytes, limits: .generous).value)?.objectValue
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let object): writer.object(object)
    case .encoded(let bytes): writer.raw(bytes)
    }
  }
}
