import Glibc

/// The variables that a service manager such as systemd sets for the process that it starts. That
/// process may pass them on to its child processes, for which they are not meant.
package enum ServiceVariables {
  /// The variables that a child process must not inherit: it would report to the manager in place
  /// of this process.
  package static let ofOneProcess: Set = [
    "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
    "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID", "LISTEN_PIDFDID",
  ]

  /// Returns whether the variables were set for the process with that id. Nil if none of them says
  /// it: each is missing in some version or service. systemd sets the first since version 248, and
  /// the others for a service with a watchdog or with sockets.
  package static func areFor(_ process: pid_t, _ environment: [String: String]) -> Bool? {
    for name in ["SYSTEMD_EXEC_PID", "WATCHDOG_PID", "LISTEN_PID"] {
      if let id = environment[name], !id.isEmpty { return pid_t(id) == process }
    }
    return nil
  }
}
