import JSONCodec

/// The members of PUT and DONE records, in the order in which they are written. The writers, the readers of heads and the
/// JSON readers take them from here.
enum JobRecordLayout {
  struct Member {
    /// The text between the value before and that of this member: `,"name":`.
    let text: StaticString

    var name: String {
      text.withUTF8Buffer { String(decoding: $0.dropFirst(2).dropLast(2), as: UTF8.self) }
    }
  }

  enum Put {
    /// The id, in a copy only. Without it, `requestID` is first.
    static var original: Member { Member(text: ",\"orig\":") }
    static var requestID: Member { Member(text: ",\"id\":") }
    static var method: Member { Member(text: ",\"method\":") }
    static var userTag: Member { Member(text: ",\"user\":") }
    static var createdAt: Member { Member(text: ",\"created\":") }
    static var digest: Member { Member(text: ",\"digest\":") }
    static var attempts: Member { Member(text: ",\"attempts\":") }
    static var livesSince: Member { Member(text: ",\"clock\":") }
    static var traceparent: Member { Member(text: ",\"traceparent\":") }
    static var tracestate: Member { Member(text: ",\"tracestate\":") }
    static var body: Member { Member(text: ",\"body\":") }
  }

  enum Done {
    static var eventCode: Member { Member(text: ",\"event\":") }
    static var state: Member { Member(text: ",\"state\":") }
    static var target: Member { Member(text: ",\"target\":") }
    static var requestID: Member { Member(text: ",\"id\":") }
    static var digest: Member { Member(text: ",\"digest\":") }
    /// The place of the PUT record, if its sequence is not the target.
    static var segment: Member { Member(text: ",\"segment\":") }
    static var offset: Member { Member(text: ",\"offset\":") }
    static var outcome: Member { Member(text: ",\"outcome\":") }
    static var original: Member { Member(text: ",\"orig\":") }
    static var epoch: Member { Member(text: ",\"epoch\":") }
    static var savedToken: Member { Member(text: ",\"token\":") }
    static var method: Member { Member(text: ",\"method\":") }
    static var user: Member { Member(text: ",\"user\":") }
    static var trace: Member { Member(text: ",\"trace\":") }
    static var createdAt: Member { Member(text: ",\"created\":") }
    static var endedAt: Member { Member(text: ",\"ended\":") }
    static var attempts: Member { Member(text: ",\"attempts\":") }
    static var lastError: Member { Member(text: ",\"error\":") }
    static var httpCode: Member { Member(text: ",\"http\":") }
    static var response: Member { Member(text: ",\"response\":") }
  }
}

extension JSONWriter {
  /// Begins a record with its first member.
  mutating func begin(_ member: JobRecordLayout.Member) {
    fragment("{")
    fragment(member.text, from: 1)
  }

  mutating func member(_ member: JobRecordLayout.Member) { fragment(member.text) }
}

extension PayloadScanner {
  /// Skips the start of a record and its first member, and returns true if these are next.
  mutating func begin(_ member: JobRecordLayout.Member) -> Bool {
    let start = self
    if skip("{"), skip(member.text, from: 1) { return true }
    self = start
    return false
  }

  mutating func skip(_ member: JobRecordLayout.Member) -> Bool { skip(member.text) }
}

extension JSON {
  subscript(_ member: JobRecordLayout.Member) -> JSON? { self[member.name] }
}
