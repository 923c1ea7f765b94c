import Glibc

/// What kind of file system a descriptor is on, as `ext4` or `nfs4`. `fstatfs` would say it in one
/// call, but Swift's module of the C library does not have it; the kernel's table of mounts does.
package enum FileSystemName {
  /// Nil where `/proc` is not there to say, and for a file system that shows another device than its mount's,
  /// as btrfs does.
  static func of(_ descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, let mounts = text(of: "/proc/self/mountinfo") else {
      return nil
    }
    return find(device: number(of: UInt64(status.st_dev)), mounts: mounts)
  }

  /// Whether locks and syncs there do not mean what the log needs them to mean: the data is kept by another
  /// machine, or by the host of a virtual one.
  package static func isRemote(_ kind: String) -> Bool {
    // FUSE can be anything. Whether a file system of it keeps what was synced is known only of some, so an
    // unknown one is refused: a false refusal is told at the start, a false trust loses acknowledged work.
    if kind == "fuse" || kind.hasPrefix("fuse.") { return !localFUSE.contains(kind) }
    return remote.contains(kind)
  }

  private static let remote: Set = [
    "9p", "acfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "gfs2", "glusterfs",
    "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "panfs", "prl_fs", "pvfs2",
    "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
  ]

  /// They pass syncs and locks on to a local file system or disk. (`fuseblk`, on a disk by definition, is a
  /// kind of its own.)
  private static let localFUSE: Set = [
    "fuse.bindfs", "fuse.encfs", "fuse.fuse-overlayfs", "fuse.gocryptfs", "fuse.mergerfs",
  ]

  /// A line of the table is `36 35 98:0 / /mnt … - ext4 …`, the third word being the device.
  static func find(device: String, mounts: String) -> String? {
    for mount in mounts.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = mount.split(separator: UInt8(ascii: " "))
      guard words.count > 2, words[2].elementsEqual(device.utf8),
        let dash = words.firstIndex(where: { $0.elementsEqual("-".utf8) }), dash + 1 < words.count
      else { continue }
      return String(words[dash + 1])
    }
    return nil
  }

  /// `98:0`, as the kernel writes the number of a device; the macros that take it apart are C's.
  static func number(of device: UInt64) -> String {
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return "\(major & 0xFFFF_FFFF):\(minor & 0xFFFF_FFFF)"
  }

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
