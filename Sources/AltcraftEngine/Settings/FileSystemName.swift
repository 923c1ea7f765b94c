import Glibc

/// What kind of file system a descriptor is on, as `ext4` or `nfs4`. `fstatfs` would say it in one
/// call, but Swift's module of the C library does not have it; the kernel's table of mounts does.
enum FileSystemName {
  /// Nil where `/proc` is not there to say.
  static func of(_ descriptor: Int32) -> String? {
    guard let information = text(of: "/proc/self/fdinfo/\(descriptor)"),
      let mounts = text(of: "/proc/self/mountinfo")
    else { return nil }
    return find(information: information, mounts: mounts)
  }

  /// `information` has a line `mnt_id: 42`; that of the table is `42 … - ext4 …`.
  static func find(information: String, mounts: String) -> String? {
    let line = information.utf8.split(separator: newline).first { $0.starts(with: "mnt_id:".utf8) }
    guard let id = line?.split(whereSeparator: { $0 == space || $0 == tab }).last else {
      return nil
    }
    let mount = mounts.utf8.split(separator: newline).lazy
      .first { $0.starts(with: id) && $0.dropFirst(id.count).first == space }
    let words = mount?.split(separator: space) ?? []
    guard let dash = words.firstIndex(where: { $0.elementsEqual("-".utf8) }), dash + 1 < words.count
    else { return nil }
    return String(words[dash + 1])
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")

  /// Files of `/proc` have no size, so they are read until they end, or to a megabyte.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
