import JSONCodec

/// The name of a set of data: configuration, tokens, stored values and outbox. Names are equal byte for byte.
package struct AppGroupName: Sendable, Hashable {
  package let name: String
  /// A safe file name of at most 120 bytes, unique for each name.
  package let directoryName: String

  package init(_ name: String) throws(AppGroupFailure) {
    guard !name.isEmpty else { throw .empty }
    guard name.utf8.count <= Self.lengthLimit else { throw .tooLong }
    self.init(checked: name)
  }

  private init(checked name: String) {
    self.name = name
    let escaped = "g-" + name.utf8.map(Self.escape).joined()
    directoryName = escaped.utf8.count <= 120 ? escaped : "h-" + SHA256.hex(name.utf8)
  }

  /// The group that is selected until a call selects another one.
  package static let `default` = AppGroupName(checked: "default")

  package static func == (left: AppGroupName, right: AppGroupName) -> Bool {
    left.directoryName == right.directoryName
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(directoryName)
  }

  /// Returns the group name of a directory; if the name is too long for a directory name, returns the
  /// directory's own.
  package static func name(ofDirectory directory: String) -> String {
    guard directory.hasPrefix("g-") else { return directory }
    var bytes: [UInt8] = []
    var rest = directory.utf8.dropFirst(2)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)),
        let value = UInt8(digits, radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      String(UnicodeScalar(byte))
    default: "%" + Hex.text([byte]).uppercased()
    }
  }

  /// The maximum size of a name in bytes of UTF-8.
  package static let lengthLimit = 1024
}

package enum AppGroupFailure: Error, Sendable, Equatable {
  /// Event and error 405.
  case empty
  /// Longer than `AppGroupName.lengthLimit`: -32602.
  case tooLong
}
