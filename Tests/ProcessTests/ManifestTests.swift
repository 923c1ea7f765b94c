import Foundation
import TestSupport
import Testing

/// Tests of the page that shows the manifests for containers.
@Suite("The manifests for containers") struct ManifestTests {
  @Test("are on the page as they are in the files", arguments: ["compose", "kubernetes"])
  func isOnPage(name: String) throws {
    let text = try Page.text("Sources/altcraft-bridge/ServiceUnits/\(name).yaml")

    let page = try Page.text("Sources/altcraft-bridge/AltcraftBridge.docc/Containers.md")

    #expect(page.contains("```yaml\n\(text)```\n"))
    #expect(page.contains("share/doc/altcraft-bridge/\(name).yaml"))
    let version = try FinishedCommand.bridge("version").output.split(whereSeparator: \.isWhitespace)
    #expect(text.contains("image: altcraft-bridge:\(version[1])\n"))
  }
}
