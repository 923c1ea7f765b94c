import BridgeCommandLine

/// The systemd units that start the bridge and keep it running. Decision 12 has the reasons for each option,
/// and for the options that are not used.
struct ServiceUnits: Sendable {
  struct File: Sendable, Equatable {
    let name: String
    /// The target that starts the unit when it is enabled.
    let target: String
    let text: String
  }

  let scope: ServiceOptions.Scope
  /// The path of the program to start.
  let program: String

  var access = SocketAccess.ofOwner

  /// The account of a system service; a drop-in can name another one.
  static let account = "altcraft-bridge"

  var files: [File] {
    [
      File(name: "altcraft-bridge.service", target: serviceTarget, text: service),
      File(name: "altcraft-bridge.socket", target: Self.socketTarget, text: socket),
    ]
  }

  private var service: String {
    """
    # Written by `altcraft-bridge service install`. Change it with a drop-in, which updates keep:
    #   \(systemctl) edit altcraft-bridge.service
    \(who)
    [Unit]
    Description=Altcraft mobile SDK as a local service
    Requires=altcraft-bridge.socket
    After=altcraft-bridge.socket

    [Service]
    Type=notify
    ExecStart=\(quotedProgram) serve
    # Reloads the configuration file and reopens log files that were moved away.
    ExecReload=/bin/kill -HUP $MAINPID
    # Settings, for example ALTCRAFT_BRIDGE_LOG_LEVEL=info or ALTCRAFT_BRIDGE_CONFIG=/PATH.
    EnvironmentFile=-%E/altcraft-bridge/service.env

    # Not after a usage error (64) or a configuration error (78): a restart does not fix these.
    Restart=on-failure
    RestartSec=5
    RestartPreventExitStatus=64 78
    WatchdogSec=60
    TimeoutStopSec=10
    # SIGTERM is for the bridge alone. A kill for lack of memory counts as a crash.
    KillMode=mixed
    OOMPolicy=continue

    \(account)UMask=0077
    LimitNOFILE=4096
    TasksMax=512
    MemoryMax=512M

    \(scope == .system ? systemHardening : userHardening)
    [Install]
    # Start without waiting for the first call, to deliver pending jobs.
    WantedBy=\(serviceTarget)
    Also=altcraft-bridge.socket

    """
  }

  private var socket: String {
    """
    # Written by `altcraft-bridge service install`. Change it with a drop-in, which updates keep:
    #   \(systemctl) edit altcraft-bridge.socket
    # A port for programs of other users, who must present the token in rpc.token of the data directory:
    #   [Socket]
    #   ListenStream=127.0.0.1:8091

    [Unit]
    Description=Socket of the Altcraft mobile SDK

    [Socket]
    ListenStream=%t/altcraft-bridge/rpc.sock
    FileDescriptorName=rpc
    \(scope == .system ? "SocketUser=\(Self.account)\n" : "")\(socketGroup)SocketMode=\(access.modeText)
    DirectoryMode=\(scope == .system ? "0755" : "0700")
    RemoveOnStop=yes

    [Install]
    WantedBy=\(Self.socketTarget)

    """
  }

  private var socketGroup: String { access.group.map { "SocketGroup=\($0)\n" } ?? "" }

  /// Reads the access from the text of a unit for the socket; that of its owner if it names none.
  static func access(in unit: String) -> SocketAccess {
    func value(_ name: String) -> String? {
      unit.split(separator: "\n").first { $0.hasPrefix(name + "=") }.map {
        String($0.dropFirst(name.count + 1))
      }
    }
    guard let group = value("SocketGroup"),
      let mode = value("SocketMode").flatMap({ UInt32($0, radix: 8) })
    else { return .ofOwner }
    return SocketAccess(group: group, mode: mode)
  }

  private static let socketTarget = "sockets.target"
  private var serviceTarget: String {
    scope == .system ? "multi-user.target" : "default.target"
  }

  private var systemctl: String { scope == .system ? "systemctl" : "systemctl --user" }

  private var who: String {
    guard scope == .system else { return "" }
    return """
      #
      # Only programs of one user\(ofGroup) can use the socket: the user of User= here and of SocketUser= in
      # altcraft-bridge.socket. Set both to the user of your program, or run your program as altcraft-bridge.

      """
  }

  private var ofGroup: String { access.group.map { ", and of the group \($0)," } ?? "" }

  private var account: String {
    guard scope == .system else { return "" }
    return """
      User=\(Self.account)
      StateDirectory=altcraft-bridge
      StateDirectoryMode=0700
      Environment=ALTCRAFT_BRIDGE_DATA_DIR=%S/altcraft-bridge
      \(access.group.map { "Environment=ALTCRAFT_BRIDGE_SOCKET_GROUP=\($0)\n" } ?? "")
      """
  }

  /// The options that need no namespace: a user manager may not be allowed to create one.
  private var userHardening: String {
    """
    NoNewPrivileges=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    # The resolver needs Netlink to list the addresses of this machine.
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallFilter=~@privileged
    SystemCallErrorNumber=EPERM

    """
  }

  private var systemHardening: String {
    userHardening + """
      AmbientCapabilities=
      CapabilityBoundingSet=
      KeyringMode=private
      PrivateDevices=yes
      PrivateTmp=yes
      ProtectClock=yes
      ProtectControlGroups=yes
      ProtectHome=\(isBelowHome ? "read-only" : "yes")
      ProtectHostname=yes
      ProtectKernelLogs=yes
      ProtectKernelModules=yes
      ProtectKernelTunables=yes
      # The bridge still sees its own processes and the connection table, which has the users of TCP peers.
      ProtectProc=invisible
      ProtectSystem=strict
      RemoveIPC=yes

      """
  }

  /// True for a program below a home directory: `ProtectHome=yes` would hide it, so it could not start.
  private var isBelowHome: Bool {
    ["/home/", "/root/", "/run/user/"].contains(where: program.hasPrefix)
  }

  private var quotedProgram: String {
    let isPlain = program.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+".utf8.contains(byte)
      }
    }
    guard !isPlain else { return program }
    var quoted = ""
    for character in program {
      switch character {
      case "\\", "\"": quoted += "\\\(character)"
      case "%", "$": quoted += "\(character)\(character)"
      default: quoted.append(character)
      }
    }
    return "\"\(quoted)\""
  }
}
