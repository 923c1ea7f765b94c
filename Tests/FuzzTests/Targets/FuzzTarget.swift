/// A reader of bytes from outside, in a form that a fuzzer calls with any input.
enum FuzzTarget: String, CaseIterable, Sendable {
  case configuration, framing, json, jwt, multipart, push, recording, segments, websocket

  /// Reads an input. Returns a description of what is wrong with the result; nil if nothing is.
  func fault(in input: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .configuration: ConfigurationTarget.fault(in: input)
    case .framing: FramingTarget.fault(in: input)
    case .json: JSONTarget.fault(in: input)
    case .jwt: JWTTarget.fault(in: input)
    case .multipart: MultipartTarget.fault(in: input)
    case .push: PushTarget.fault(in: input)
    case .recording: RecordingTarget.fault(in: input)
    case .segments: SegmentTarget.fault(in: input)
    case .websocket: WebSocketTarget.fault(in: input)
    }
  }

  /// The inputs to begin with: what hosts, devices and the bridge itself write.
  var seeds: [[UInt8]] {
    switch self {
    case .configuration: ConfigurationTarget.seeds
    case .framing: FramingTarget.seeds
    case .json: JSONTarget.seeds
    case .jwt: JWTTarget.seeds
    case .multipart: MultipartTarget.seeds
    case .push: PushTarget.seeds
    case .recording: RecordingTarget.seeds
    case .segments: SegmentTarget.seeds
    case .websocket: WebSocketTarget.seeds
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the bytes from that one on.
  func rest(from start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Swift.min(start, count)...])
  }
}
