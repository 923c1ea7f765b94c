import HTTP
import TestSupport
import Testing

@Suite("Frames between the bridge and its delivery process")
struct WorkerFrameTests {
  private static let request = HTTPRequest(
    method: "POST", url: "https://h/p?q=%20",
    headers: [HTTPHeader("A", "b\tc"), HTTPHeader("D", "")],
    body: [0, 1, 255], deadline: .milliseconds(1500), responseLimit: 77)
  private static let response = HTTPResponse(
    status: 503, headers: [HTTPHeader("Retry-After", "5")], body: [9, 8], bodyIsComplete: false)
  static let frames: [WorkerFrame] = [
    .request(id: 1, request), .cancel(id: .max), .response(id: 3, response),
    .failure(id: 4, message: "unknown høst"),
  ]

  @Test("a written frame is read back unchanged", arguments: frames)
  func roundTrip(frame: WorkerFrame) throws {
    var reader = WorkerFrameReader()
    let bytes = try frame.encoded()

    for byte in bytes.dropLast() {
      append([byte], to: &reader)
      #expect(try reader.next() == nil)
    }
    append([bytes[bytes.count - 1]], to: &reader)

    #expect(try reader.next() == frame)
    #expect(try reader.next() == nil)
  }

  @Test("frames that arrive together are separated")
  func together() throws {
    var reader = WorkerFrameReader()
    append(try Self.frames.flatMap { try $0.encoded() }, to: &reader)

    var read: [WorkerFrame] = []
    while let frame = try reader.next() { read.append(frame) }

    #expect(read == Self.frames)
  }

  @Test("deadlines are rounded up, and are never zero or infinite")
  func deadlines() throws {
    let cases: [(Duration, Duration)] = [
      (.microseconds(1001), .milliseconds(2)), (.zero, .milliseconds(1)),
      (.seconds(-5), .milliseconds(1)), (.seconds(Int64.max), .milliseconds(4_000_000_000)),
    ]
    for (given, expected) in cases {
      var request = Self.request
      request.deadline = given
      guard
        case .request(_, let read) = try decode(try WorkerFrame.request(id: 1, request).encoded())
      else { throw WorkerFrameError.malformed("kind") }
      #expect(read.deadline == expected)
    }
  }

  @Test("a frame that is too long is rejected before it has arrived")
  func tooLong() throws {
    var request = Self.request
    request.body = [UInt8](repeating: 0, count: WorkerFrame.maxLength)
    #expect(throws: WorkerFrameError.self) { try WorkerFrame.request(id: 1, request).encoded() }

    var reader = WorkerFrameReader()
    append([0xFF, 0xFF, 0xFF, 0xFF], to: &reader)
    #expect(throws: WorkerFrameError.tooLong(0xFFFF_FFFF)) { try reader.next() }
  }

  @Test("the longest allowed body fits, and more headers than allowed do not")
  func limits() throws {
    var response = Self.response
    response.body = [UInt8](repeating: 1, count: WorkerFrame.maxBodyLength)
    #expect(
      try decode(try WorkerFrame.response(id: 1, response).encoded())
        == .response(id: 1, response))

    response.headers = Array(repeating: HTTPHeader("a", "b"), count: WorkerFrame.maxHeaders + 1)
    #expect(throws: WorkerFrameError.self) {
      try WorkerFrame.response(id: 1, response).encoded()
    }
  }

  @Test("an invalid frame is an error with the reason")
  func garbage() throws {
    let cancel = try WorkerFrame.cancel(id: 1).encoded()
    let failure = try WorkerFrame.failure(id: 1, message: "abc").encoded()
    var lowStatus = try WorkerFrame.response(id: 1, Self.response).encoded()
    lowStatus[13] = 99
    lowStatus[14] = 0
    var half = try WorkerFrame.response(id: 1, Self.response).encoded()
    half[15] = 2
    let cases: [(String, [UInt8], WorkerFrameError)] = [
      ("no kind", [0, 0, 0, 0], .malformed("kind")),
      ("unknown kind", [9, 0, 0, 0, 5] + [0, 0, 0, 0, 0, 0, 0, 0], .unknownKind(5)),
      ("cut id", [3, 0, 0, 0, 2, 1, 1], .malformed("id")),
      (
        "more than fields", [10, 0, 0, 0] + cancel[4...] + [7],
        .malformed("bytes after the last field")
      ),
      ("text beyond the frame", replacing(failure, at: 13, with: [4]), .malformed("message")),
      (
        "text of 4 GB", replacing(failure, at: 13, with: [255, 255, 255, 255]),
        .malformed("message")
      ),
      ("no UTF-8", replacing(failure, at: 17, with: [0xFF]), .malformed("message")),
      ("status 99", lowStatus, .malformed("status")),
      ("neither complete nor not", half, .malformed("complete")),
    ]
    for (name, bytes, error) in cases {
      #expect(throws: error, "\(name)") { try decode(bytes) }
    }
  }

  @Test("no mutation of a frame traps", arguments: 0..<frames.count)
  func mutation(index: Int) throws {
    let original = try Self.frames[index].encoded()
    var random = SeededNumbers(seed: UInt64(index))
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0...(random.next() % 4) {
        switch random.next() % 3 {
        case 0:
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        case 1: if bytes.count > 1 { bytes.remove(at: Int(random.next() % UInt64(bytes.count))) }
        default:
          bytes.insert(
            UInt8(truncatingIfNeeded: random.next()), at: Int(random.next() % UInt64(bytes.count)))
        }
      }
      var reader = WorkerFrameReader()
      append(bytes, to: &reader)
      while let frame = try? reader.next() { _ = frame }
    }
  }

  private func decode(_ bytes: [UInt8]) throws -> WorkerFrame? {
    var reader = WorkerFrameReader()
    append(bytes, to: &reader)
    return try reader.next()
  }

  private func append(_ bytes: [UInt8], to reader: inout WorkerFrameReader) {
    bytes.withUnsafeBytes { reader.append($0) }
  }

  private func replacing(_ bytes: [UInt8], at offset: Int, with other: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<(offset + other.count), with: other)
    return bytes
  }
}
