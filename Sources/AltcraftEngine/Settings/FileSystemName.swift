import Glibc
import System

/// The type of a file system, as `ext4` or `nfs4`. `fstatfs` would return it in one call, but Swift's module
/// of the C library lacks it; the kernel's table of mounts has it.
package enum FileSystemName {
  /// Returns the type. Nil without `/proc`, and for a file system that reports another device than its mount,
  /// as btrfs does.
  static func of(_ descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      case .success(let mounts) = File.read("/proc/self/mountinfo")
    else { return nil }
    return find(
      device: number(of: UInt64(status.st_dev)), mounts: String(decoding: mounts, as: UTF8.self))
  }

  /// Returns true if locks and syncs there lack the guarantees that the log needs: another machine, or the
  /// host of a virtual one, stores the data.
  package static func isRemote(_ kind: String) -> Bool {
    // A FUSE type can be any program. Only some are known to keep synced data, so an unknown one is refused:
    // a wrong refusal is reported at the start, wrong trust loses acknowledged jobs.
    if kind == "fuse" || kind.hasPrefix("fuse.") { return !localFUSE.contains(kind) }
    return remote.contains(kind)
  }

  private static let remote: Set = [
    "9p", "acfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "gfs2", "glusterfs",
    "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "panfs", "prl_fs", "pvfs2",
    "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
  ]

  /// The FUSE types that pass syncs and locks to a local file system or disk. (`fuseblk`, on a disk by
  /// definition, is a type of its own.)
  private static let localFUSE: Set = [
    "fuse.bindfs", "fuse.encfs", "fuse.fuse-overlayfs", "fuse.gocryptfs", "fuse.mergerfs",
  ]

  /// Finds the type in the table. A line is `36 35 98:0 / /mnt … - ext4 …`; the third word is the device.
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

  /// Returns `98:0`, the kernel's notation of a device number; the macros that split it exist only in C.
  static func number(of device: UInt64) -> String {
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return "\(major & 0xFFFF_FFFF):\(minor & 0xFFFF_FFFF)"
  }
}
