import Glibc
import System
import TestSupport
import Testing

@testable import altcraft_bridge

@Suite("The browser that inspect opens") struct BrowserTests {
  static let desktops: [([String: String], String?)] = [
    ([:], nil),
    (["DISPLAY": ":0"], nil),
    (["XDG_RUNTIME_DIR": "/run/user/1"], nil),
    (["XDG_RUNTIME_DIR": "/run/user/1", "DISPLAY": ""], nil),
    (["XDG_RUNTIME_DIR": "run", "DISPLAY": ":0"], nil),
    (["XDG_RUNTIME_DIR": "/run/user/1", "DISPLAY": ":0"], "xdg-open"),
    (["XDG_RUNTIME_DIR": "/run/user/1", "WAYLAND_DISPLAY": "wayland-0"], "xdg-open"),
    (["XDG_RUNTIME_DIR": "/run/user/1", "BROWSER": "firefox:lynx"], "firefox"),
    (["XDG_RUNTIME_DIR": "/run/user/1", "BROWSER": "", "DISPLAY": ":0"], "xdg-open"),
  ]

  @Test(
    "it is that of the user or of the desktop, if there is a private directory", arguments: desktops
  )
  func find(_ variables: [String: String], _ program: String?) {
    #expect(Browser(variables)?.program == program)
  }

  @Test("the file with its ticket is private, and replaces an earlier file or link")
  func file() throws {
    let folder = TemporaryDirectory()
    let (path, target) = (folder.path + "/inspect.html", folder.path + "/target")
    try File.write(Array("kept".utf8), to: target, mode: 0o644)
    symlink(target, path)

    #expect(Browser.create(path, "first") && Browser.create(path, "second"))

    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
    #expect(try File.read(path).get() == Array("second".utf8))
    #expect(try File.read(target).get() == Array("kept".utf8))
  }

  @Test("the file is not written where something stands that cannot be removed")
  func occupied() {
    let folder = TemporaryDirectory()
    #expect(!Browser.create(folder.path, "text"))
    #expect(!Browser.create(folder.path + "/missing/inspect.html", "text"))
  }
}
