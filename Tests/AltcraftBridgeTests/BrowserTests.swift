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
}
