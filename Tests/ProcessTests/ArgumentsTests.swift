import TestSupport
import Testing

@Suite struct ArgumentsTests {
  // Swift's own list of arguments comes from /proc: without that the program once said "no command given".
  @Test(
    "the arguments are seen where a container hides /proc",
    .enabled(
      if: run("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/proc"),
      "a mount namespace of one's own"))
  func withoutProc() {
    let script = #"mount -t tmpfs none /proc && exec "$0" version"#

    #expect(run("unshare", "-rm", "sh", "-c", script, builtProduct("altcraft-bridge")))
  }
}
