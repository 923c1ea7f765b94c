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
    let line = information.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    guard let id = line?.split(whereSeparator: \.isWhitespace).last else { return nil }
    let mount = mounts.split(separator: "\n")
      .map { $0.split(separator: " ") }
      .first { $0.first == id }
    guard let mount, let dash = mount.firstIndex(of: "-"), dash + 1 < mount.count else {
      return nil
    }
    return String(mount[dash + 1])
  }

  /// Files of `/proc` have no size, so they are read until they end, or to a megabyte.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count < 1 << 20 {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
