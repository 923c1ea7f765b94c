/// A message between the bridge and its delivery worker over their socket pair. On the wire a frame is a
/// length (4 bytes; it counts the bytes after it), a kind (1 byte), the id of the request (8 bytes) and the
/// fields of the kind. Integers are little-endian. Texts and bodies have a length prefix of 4 bytes.
package enum WorkerFrame: Sendable, Equatable {
  /// A request. The deadline is sent in whole milliseconds, rounded up.
  case request(id: UInt64, HTTPRequest)
  case cancel(id: UInt64)
  case response(id: UInt64, HTTPResponse)
  case failure(id: UInt64, message: String)

  /// The maximum number of bytes of a frame, without its length field.
  package static let maxLength = 16 << 20
  /// The maximum number of bytes of a body. It keeps the frame, headers included, within `maxLength`.
  package static let maxBodyLength = 15 << 20
  /// The maximum number of headers. A server may send more; the worker drops the rest.
  package static let maxHeaders = 1024
  package static let maxHeaderBytes = 512 << 10
  /// The maximum number of bytes of the reason of a failure. The bridge truncates a longer reason.
  package static let maxReasonLength = 4096
  /// The maximum number of bytes of a response besides its body: the headers with their lengths, or the
  /// reason of a failure.
  static let maxHeadLength = 1 << 20
}

/// A framing error. The receiver treats it as the end of the other side, because the bytes after it cannot be
/// framed.
package enum WorkerFrameError: Error, Sendable, Equatable {
  case tooLong(Int)
  case unknownKind(UInt8)
  /// A field that extends beyond its frame, is not UTF-8 or is out of range, or bytes after the last field.
  case malformed(String)
}

extension WorkerFrame {
  private enum Kind: UInt8 {
    case request = 1
    case cancel = 2
    case response = 3
    case failure = 4
  }

  /// Encodes the frame, with its length in front. Throws if the other side would not accept it: the frame is
  /// too long or has too many headers.
  package func encoded() throws(WorkerFrameError) -> [UInt8] {
    var fields = FieldWriter()
    switch self {
    case .request(let id, let request):
      fields.begin(Kind.request.rawValue, id)
      fields.integer(request.deadline.wholeMilliseconds)
      fields.integer(UInt32(clamping: request.responseLimit))
      fields.text(request.method)
      fields.text(request.url)
      try fields.headers(request.headers)
      fields.bytes(request.body)
    case .cancel(let id):
      fields.begin(Kind.cancel.rawValue, id)
    case .response(let id, let response):
      fields.begin(Kind.response.rawValue, id)
      fields.integer(UInt16(clamping: response.status))
      fields.integer(response.bodyIsComplete ? UInt8(1) : UInt8(0))
      try fields.headers(response.headers)
      fields.bytes(response.body)
    case .failure(let id, let message):
      fields.begin(Kind.failure.rawValue, id)
      fields.text(message)
    }
    return try fields.finished()
  }

  /// Decodes the bytes that follow the length of a frame.
  package static func decoded(
    _ payload: UnsafeRawBufferPointer
  ) throws(WorkerFrameError) -> WorkerFrame {
    var fields = FieldReader(payload)
    let rawKind: UInt8 = try fields.integer("kind")
    guard let kind = Kind(rawValue: rawKind) else { throw .unknownKind(rawKind) }
    let id: UInt64 = try fields.integer("id")
    let frame: WorkerFrame
    switch kind {
    case .request:
      let deadline: UInt32 = try fields.integer("deadline")
      let responseLimit: UInt32 = try fields.integer("responseLimit")
      frame = .request(
        id: id,
        HTTPRequest(
          method: try fields.text("method"), url: try fields.text("url"),
          headers: try fields.headers(), body: try fields.bytes("body"),
          deadline: .milliseconds(Int64(deadline)), responseLimit: Int(responseLimit)))
    case .cancel:
      frame = .cancel(id: id)
    case .response:
      let status: UInt16 = try fields.integer("status")
      guard (100...999).contains(status) else { throw .malformed("status") }
      let isComplete: UInt8 = try fields.integer("complete")
      guard isComplete <= 1 else { throw .malformed("complete") }
      frame = .response(
        id: id,
        HTTPResponse(
          status: Int(status), headers: try fields.headers(), body: try fields.bytes("body"),
          bodyIsComplete: isComplete == 1))
    case .failure:
      frame = .failure(id: id, message: try fields.text("message"))
    }
    try fields.end()
    return frame
  }
}

/// A splitter of a byte stream into frames. It buffers at most one frame and the bytes of one `append`.
package struct WorkerFrameReader: Sendable {
  /// The maximum length of a frame. A longer frame is an error as soon as its length has arrived.
  package var maxLength = WorkerFrame.maxLength
  private var buffer: [UInt8] = []
  private var start = 0

  package init() {}

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next complete frame, or nil while it is incomplete. Must not be called again after an error.
  package mutating func next() throws(WorkerFrameError) -> WorkerFrame? {
    let available = buffer.count - start
    guard available >= 4 else { return nil }
    let (start, maxLength) = (start, maxLength)
    let result: Result<(WorkerFrame, Int)?, WorkerFrameError> = buffer.withUnsafeBytes {
      all in
      let length = Int(
        UInt32(littleEndian: all.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
      guard length <= maxLength else { return .failure(.tooLong(length)) }
      guard available - 4 >= length else { return .success(nil) }
      let payload = UnsafeRawBufferPointer(rebasing: all[(start + 4)..<(start + 4 + length)])
      return Result { () throws(WorkerFrameError) in (try WorkerFrame.decoded(payload), length)
      }
    }
    guard let (frame, length) = try result.get() else { return nil }
    self.start += 4 + length
    return frame
  }
}

private struct FieldWriter {
  private var output: [UInt8] = []

  mutating func begin(_ kind: UInt8, _ id: UInt64) {
    integer(UInt32(0))  // The length. `finished` sets it.
    integer(kind)
    integer(id)
  }

  mutating func integer(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { output.append(contentsOf: $0) }
  }

  mutating func bytes(_ value: [UInt8]) {
    integer(UInt32(clamping: value.count))
    output += value
  }

  mutating func text(_ value: String) {
    integer(UInt32(clamping: value.utf8.count))
    output += value.utf8
  }

  mutating func headers(_ values: [HTTPHeader]) throws(WorkerFrameError) {
    guard values.count <= WorkerFrame.maxHeaders else { throw .malformed("header count") }
    integer(UInt16(values.count))
    for header in values {
      text(header.name)
      text(header.value)
    }
  }

  consuming func finished() throws(WorkerFrameError) -> [UInt8] {
    let length = output.count - 4
    guard length <= WorkerFrame.maxLength else { throw .tooLong(length) }
    withUnsafeBytes(of: UInt32(length).littleEndian) { output.replaceSubrange(0..<4, with: $0) }
    return output
  }
}

private struct FieldReader {
  private let payload: UnsafeRawBufferPointer
  private var offset = 0

  init(_ payload: UnsafeRawBufferPointer) { self.payload = payload }

  mutating func integer<I: FixedWidthInteger>(_ name: String) throws(WorkerFrameError) -> I {
    let size = MemoryLayout<I>.size
    guard payload.count - offset >= size else { throw .malformed(name) }
    defer { offset += size }
    return I(littleEndian: payload.loadUnaligned(fromByteOffset: offset, as: I.self))
  }

  mutating func bytes(_ name: String) throws(WorkerFrameError) -> [UInt8] {
    [UInt8](try slice(name))
  }

  mutating func text(_ name: String) throws(WorkerFrameError) -> String {
    guard let text = String(validating: try slice(name), as: UTF8.self) else {
      throw .malformed(name)
    }
    return text
  }

  mutating func headers() throws(WorkerFrameError) -> [HTTPHeader] {
    let count: UInt16 = try integer("header count")
    guard count <= WorkerFrame.maxHeaders else { throw .malformed("header count") }
    var headers: [HTTPHeader] = []
    for _ in 0..<count {
      headers.append(HTTPHeader(try text("header name"), try text("header value")))
    }
    return headers
  }

  func end() throws(WorkerFrameError) {
    guard offset == payload.count else { throw .malformed("bytes after the last field") }
  }

  private mutating func slice(_ name: String) throws(WorkerFrameError) -> UnsafeRawBufferPointer {
    let length: UInt32 = try integer(name)
    guard payload.count - offset >= Int(length) else { throw .malformed(name) }
    defer { offset += Int(length) }
    return UnsafeRawBufferPointer(rebasing: payload[offset..<(offset + Int(length))])
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up, and at least 1, because 0 would not be a deadline.
  fileprivate var wholeMilliseconds: UInt32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 1 }
    // 46 days. A much longer duration does not fit the field.
    guard seconds < 4_000_000 else { return 4_000_000_000 }
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return max(1, UInt32(clamping: milliseconds))
  }
}
