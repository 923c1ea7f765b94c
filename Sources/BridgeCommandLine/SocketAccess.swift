/// The users of a Unix socket beside its owner: the processes of a group.
package struct SocketAccess: Sendable, Equatable {
  /// The name or the number of the group; nil if only the user of the bridge may connect.
  package let group: String?
  /// The permissions of the socket's file.
  package let mode: UInt32

  package static let ofOwner = SocketAccess(group: nil, mode: 0o600)

  package init(group: String?, mode: UInt32) {
    self.group = group
    self.mode = mode
  }

  /// Reads `--socket-group` and `--socket-mode`. Throws if they let in other users, or contradict each other.
  init(_ settings: OptionValues, group groupFlag: Flag, mode modeFlag: Flag) throws(UsageError) {
    if let given = settings[groupFlag], !Self.isName(given.text) {
      throw given.refused("must be the name or the number of a group", by: settings.command)
    }
    group = settings.text(groupFlag)
    guard let given = settings[modeFlag] else {
      mode = group == nil ? 0o600 : 0o660
      return
    }
    guard given.text.utf8.count <= 4, Int(decimal: given.text) != nil,
      let mode = UInt32(given.text, radix: 8)
    else {
      throw given.refused("must be permissions in octal, as in 0660", by: settings.command)
    }
    guard mode & 0o007 == 0 else {
      throw given.refused("must not let in all users; name a group", by: settings.command)
    }
    guard mode & 0o600 == 0o600, mode & ~0o660 == 0 else {
      throw given.refused("must be 0600, or 0660 with a group", by: settings.command)
    }
    guard mode & 0o020 == 0 || group != nil else {
      throw given.refused("needs --\(groupFlag.name)", by: settings.command)
    }
    guard mode & 0o020 != 0 || group == nil else {
      throw given.refused("must let in the group, as in 0660", by: settings.command)
    }
    self.mode = mode
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "._-".utf8.contains(byte)
      }
    }
  }

  /// The mode as systemd and `chmod` read it.
  package var modeText: String { "0" + String(mode, radix: 8) }
}
