import Foundation

/// A client that others wrote, with a program in `Tests/third-party`. The program prints one word for each thing that the
/// client can do. `title` is its name on the page *Works with*.
struct ThirdPartyClient: Sendable {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let folder = root + "/Tests/third-party"
  /// The environment into which `Tests/compatibility` installs the packages of PyPI.
  static let python = root + "/.build/third-party/python/bin/python3"
  /// The environment of a generator whose clients need an older version of websockets.
  private static let generator = root + "/.build/third-party/openrpc/bin/python3"

  let title: String
  let transports: [String]
  /// A shell command that succeeds if the client is installed.
  let presence: String
  let command: [String]
  var can = "call callback events pipelined cancel"

  var file: String {
    command.reversed().lazy.compactMap { $0.split(separator: " ").last.map(String.init) }
      .first { FileManager.default.fileExists(atPath: "\(Self.folder)/\($0)") } ?? ""
  }

  static let all =
    [
      ThirdPartyClient(
        title: "Emacs 28, `jsonrpc.el`", transports: ["stdio", "unix", "tcp"],
        presence: "command -v emacs", command: ["emacs", "-Q", "--batch", "-l", "emacs.el"]),
      ThirdPartyClient(
        title: "Neovim 0.7, `vim.lsp.rpc`", transports: ["stdio"], presence: "command -v nvim",
        command: ["nvim", "--clean", "--headless", "-c", "luafile neovim.lua"]),
      ThirdPartyClient(
        title: "jsonrpc-glib 3.42", transports: ["stdio", "unix", "tcp"],
        presence: "/usr/bin/python3 -c 'import gi; gi.require_version(\"Jsonrpc\", \"1.0\")'",
        command: ["/usr/bin/python3", "jsonrpc_glib.py"]),
      ThirdPartyClient(
        title: "sourcegraph/jsonrpc2 0.1 for Go",
        transports: ["stdio", "unix", "tcp", "websocket"],
        presence: "command -v go && test -e /usr/share/gocode/src/github.com/sourcegraph/jsonrpc2",
        command: ["sh", "compiled.sh", "sourcegraph.go"]),
      ThirdPartyClient(
        title: "libjson-rpc-cpp 0.7", transports: ["unix"],
        presence: "command -v g++ && test -e /usr/include/jsonrpccpp/client.h",
        command: ["sh", "compiled.sh", "jsonrpccpp.cpp"], can: "call pipelined"),
      ThirdPartyClient(
        title: "pygls 2.1", transports: ["stdio", "tcp"], presence: "\(python) -c 'import pygls'",
        command: [python, "pygls_client.py"]),
      ThirdPartyClient(
        title: "python-lsp-jsonrpc 1.1", transports: ["stdio", "unix", "tcp"],
        presence: "\(python) -c 'import pylsp_jsonrpc'", command: [python, "pylsp_client.py"]),
      ThirdPartyClient(
        title: "aiorpcX 0.25", transports: ["unix", "tcp", "websocket"],
        presence: "\(python) -c 'import aiorpcx'", command: [python, "aiorpcx_client.py"]),
      ThirdPartyClient(
        title: "websockets 17.4", transports: ["websocket"],
        presence: "\(python) -c 'import websockets'", command: [python, "websockets_client.py"]),
      ThirdPartyClient(
        title: "wsproto 1.3", transports: ["websocket"], presence: "\(python) -c 'import wsproto'",
        command: [python, "wsproto_client.py"]),
      ThirdPartyClient(
        title: "ws 8.11 for Node", transports: ["websocket"],
        presence: "command -v node && test -e /usr/share/nodejs/ws",
        command: ["env", "NODE_PATH=/usr/share/nodejs", "node", "node_ws.js"]),
      ThirdPartyClient(
        title: "openrpcclientgenerator 0.51", transports: ["websocket"],
        presence: "\(generator) -c 'import openrpcclientgenerator, jsonrpc2pyclient'",
        command: [generator, "openrpc_client.py"], can: "call pipelined"),
    ]
    + [
      ("netcat-openbsd", "nc.openbsd", ["unix", "tcp"]), ("ncat", "ncat", ["unix", "tcp"]),
      ("netcat-traditional", "nc.traditional", ["tcp"]),
      ("socat", "socat", ["stdio", "unix", "tcp"]),
    ].map { title, program, transports in
      ThirdPartyClient(
        title: title, transports: transports, presence: "command -v \(program)",
        command: ["sh", "netcat.sh", program])
    }
}
