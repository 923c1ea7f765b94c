import System

/// The offsets of one zone over time, read from a file of RFC 8536 ("TZif").
struct TimeZoneFile: Sendable, Equatable {
  /// The transitions in order of time.
  let transitions: [Transition]
  /// The offset before the first transition.
  let initialOffset: Int
  /// The rule after the last transition; nil if the file has none.
  let rule: TimeZoneRule?

  struct Transition: Sendable, Equatable {
    let time: Int64
    let offset: Int
  }

  func offset(at seconds: Int64) -> Int {
    if let last = transitions.last, seconds < last.time {
      let later = transitions.firstIndex { $0.time > seconds } ?? 0
      return later == 0 ? initialOffset : transitions[later - 1].offset
    }
    return rule?.offset(at: seconds) ?? transitions.last?.offset ?? initialOffset
  }

  /// Loads a zone. Nil for an invalid name, one that is not in the database, or unreadable content.
  static func load(_ name: String, from database: String) -> TimeZoneFile? {
    isName(name) ? load(path: name, from: database) : nil
  }

  /// Loads a zone from any file; a relative path is one in the database.
  static func load(path: String, from database: String) -> TimeZoneFile? {
    let path = path.hasPrefix("/") ? path : database + "/" + path
    guard case .success(let bytes) = File.read(path) else { return nil }
    return parse(bytes)
  }

  /// Returns true if all parts consist of letters, digits, `_`, `+` and `-`: such a path stays in the
  /// database.
  static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 64
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isNameCharacter) }
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "_+-".utf8.contains(byte)
  }
}

// Parsing. A file has a block of 32-bit times and, from version 2 on, one of 64-bit times and a rule.
extension TimeZoneFile {
  static func parse(_ bytes: [UInt8]) -> TimeZoneFile? {
    guard let first = Block(bytes, at: 0, timeSize: 4) else { return nil }
    guard first.version >= UInt8(ascii: "2") else { return first.file(rule: nil) }
    guard let second = Block(bytes, at: first.end, timeSize: 8) else { return nil }
    let footer = bytes[second.end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    let text = String(decoding: footer, as: UTF8.self)
    return second.file(rule: TimeZoneRule(text))
  }

  private struct Block {
    let version: UInt8
    let end: Int
    private let transitions: [Transition]
    private let initialOffset: Int

    init?(_ bytes: [UInt8], at start: Int, timeSize: Int) {
      guard bytes.count >= start + 44, Array(bytes[start..<start + 4]) == Array("TZif".utf8) else {
        return nil
      }
      func integer(_ at: Int, _ size: Int) -> Int64 {
        let bits = bytes[at..<at + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 8 ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
      }
      let counts = (0..<6).map { Int(integer(start + 20 + $0 * 4, 4)) }
      let (isUTC, isStandard, leap) = (counts[0], counts[1], counts[2])
      let (time, type, character) = (counts[3], counts[4], counts[5])
      guard counts.allSatisfy({ (0...4096).contains($0) }), type > 0 else { return nil }
      let times = start + 44
      let indices = times + time * timeSize
      let types = indices + time
      end = types + type * 6 + character + leap * (timeSize + 4) + isStandard + isUTC
      guard bytes.count >= end else { return nil }
      let offsets = (0..<type).map { Int(integer(types + $0 * 6, 4)) }
      guard bytes[indices..<types].allSatisfy({ Int($0) < type }) else { return nil }
      version = bytes[start + 4]
      initialOffset = offsets[0]
      transitions = (0..<time).map {
        Transition(
          time: integer(times + $0 * timeSize, timeSize), offset: offsets[Int(bytes[indices + $0])])
      }
    }

    func file(rule: TimeZoneRule?) -> TimeZoneFile {
      TimeZoneFile(transitions: transitions, initialOffset: initialOffset, rule: rule)
    }
  }
}
