import Glibc

/// The group whose processes may use a Unix socket, and the permissions of its file.
package struct UnixAccess: Sendable, Equatable {
  package let group: gid_t
  package let mode: mode_t

  package init(group: gid_t, mode: mode_t) {
    self.group = group
    self.mode = mode
  }
}
