import System

/// The number of a group.
package enum GroupNumber {
  /// Finds the group by its number, or by its name in /etc/group: the static program has no other source. Returns nil if
  /// it does not exist, or is the number that leaves a file in its group.
  package static func find(_ group: String, file: String = "/etc/group") -> UInt32? {
    if let number = Int(decimal: group).flatMap({ UInt32(exactly: $0) }), number != .max {
      return number
    }
    let text = (try? File.read(file).get()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count >= 3, fields[0] == group, let number = UInt32(fields[2]) { return number }
    }
    return nil
  }
}
