import Synchronization

/// The distributed trace that an operation belongs to, as defined by W3C Trace Context
/// (https://www.w3.org/TR/trace-context/). Only values that are valid by that specification become a context,
/// so it is safe in a header.
///
/// The context is forwarded unchanged: this process records no spans, and a parent span that was never
/// recorded would cut the trace in two.
package struct TraceContext: Sendable, Equatable {
  /// The value of `traceparent`: version 00, 55 characters.
  package let traceparent: String
  /// The value of `tracestate`; nil if it is missing or the specification does not allow it.
  package let tracestate: String?

  /// The id of the whole trace: 32 hex digits.
  package var traceID: Substring { traceparent.dropFirst(3).prefix(32) }

  /// Returns nil for an invalid `traceparent`: the caller continues as if there were none. Drops an invalid
  /// `tracestate`.
  package init?(traceparent: String, tracestate: String?) {
    guard let parent = Self.parent(traceparent) else { return nil }
    self.traceparent = parent
    self.tracestate = tracestate.flatMap { Self.isState($0) ? $0 : nil }
    Self.inUse.store(true, ordering: .relaxed)
  }
}

// The trace of the current task.
extension TraceContext {
  @TaskLocal private static var bound: TraceContext?

  /// True after the first trace of the process. Without traces the task-local value is never read.
  private static let inUse = Atomic<Bool>(false)

  package static var isInUse: Bool { inUse.load(ordering: .relaxed) }

  /// The trace of the request that caused the current task; nil if there is none.
  package static var current: TraceContext? {
    isInUse ? bound : nil
  }

  /// Runs `body` as a part of `trace`, or of no trace if `trace` is nil.
  package static func with<Value>(
    _ trace: TraceContext?, _ body: () throws -> Value
  ) rethrows -> Value {
    guard isInUse else { return try body() }
    return try $bound.withValue(trace, operation: body)
  }

  package static func with<Value: Sendable>(
    _ trace: TraceContext?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Value
  ) async -> Value {
    guard isInUse else { return await body() }
    return await $bound.withValue(trace, operation: body)
  }
}

// The grammar of both headers.
extension TraceContext {
  private static let length = 55

  /// Returns the value in version 00, or nil if it is invalid. Of a later version the first four fields are
  /// known, and of its flags the first.
  private static func parent(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= length, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
      let version = hex(bytes[0..<2]), version != 0xFF, hex(bytes[3..<35]) != nil,
      hex(bytes[36..<52]) != nil, let flags = hex(bytes[53..<55]),
      !isZero(bytes[3..<35]), !isZero(bytes[36..<52])
    else { return nil }
    if version == 0 { return bytes.count == length ? text : nil }
    guard bytes.count == length || bytes[length] == UInt8(ascii: "-") else { return nil }
    let known = String(decoding: bytes[2..<53], as: UTF8.self)
    return "00" + known + (flags & 1 == 1 ? "01" : "00")
  }

  /// Parses digits in lower case. Returns the last eight bytes of a longer number, and nil for any other
  /// text.
  private static func hex(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for byte in digits {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - 0x57)
      default: return nil
      }
    }
    return value
  }

  private static func isZero(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.allSatisfy { $0 == UInt8(ascii: "0") }
  }

  /// The length that every participant must forward.
  private static let longestState = 512
  private static let mostEntries = 32

  private static func isState(_ text: String) -> Bool {
    guard text.utf8.count <= longestState else { return false }
    var keys = Set<String>()
    var count = 0
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let entry = trimmed(Array(part))
      // Empty entries are allowed and do not count.
      if entry.isEmpty { continue }
      count += 1
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), isKey(entry[..<equals]),
        isValue(entry[(equals + 1)...]),
        keys.insert(String(decoding: entry[..<equals], as: UTF8.self)).inserted
      else { return false }
    }
    return (1...mostEntries).contains(count)
  }

  private static func trimmed(_ entry: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    return Array(entry.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
    guard let first = key.first, key.count <= 256, isLowerCaseOrDigit(first) else { return false }
    return key.allSatisfy { isLowerCaseOrDigit($0) || "_-*/@".utf8.contains($0) }
  }

  private static func isLowerCaseOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether the value is printable ASCII without commas and equals signs. Its trailing spaces have
  /// been removed.
  private static func isValue(_ value: ArraySlice<UInt8>) -> Bool {
    (1...256).contains(value.count)
      && value.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x2C && $0 != 0x3D }
  }
}
