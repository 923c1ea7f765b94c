import AltcraftEngine
import JSONRPC
import Testing
import Transports
import WebPages

@testable import altcraft_bridge

@Suite("The HTTP answers of the WebSocket port") struct HTTPAnswersTests {
  private func answers(
    failure: StorageCause? = nil, metricsArePublic: Bool = false
  ) -> HTTPAnswers {
    HTTPAnswers(
      metrics: { "figures" }, storageFailure: { failure }, metricsArePublic: { metricsArePublic })
  }

  @Test(
    "the bridge is ready while the storage accepts jobs, and says why it is not",
    arguments: [nil, .noSpace, .readOnly, .ioError] as [StorageCause?])
  func readiness(_ failure: StorageCause?) {
    let answer = answers(failure: failure).answer(to: HTTPGet(path: "/readyz", role: nil))

    #expect(answer.status == (failure == nil ? 200 : 503))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains(failure?.rawValue ?? "ready"))
    #expect(text.hasSuffix("\n") && text.split(separator: "\n").count == 1)
  }

  @Test("a failing storage leaves the process healthy")
  func health() {
    let answer = answers(failure: .noSpace).answer(to: HTTPGet(path: "/healthz", role: nil))

    #expect(answer.status == 200 && answer.body == Array("ok\n".utf8))
  }

  @Test("the page of the inspector needs no token, and has its policy")
  func page() {
    let answer = answers().answer(to: HTTPGet(path: "/", role: nil))

    #expect(answer.status == 200 && answer.contentType == "text/html; charset=utf-8")
    #expect(answer.body == Array(InspectorPage.html.utf8))
    #expect(answer.contentSecurityPolicy == InspectorPage.contentSecurityPolicy)
  }

  static let readers: [(Role?, Bool, Int)] = [
    (nil, false, 401), (.observer, false, 200), (.control, false, 200), (nil, true, 200),
  ]

  @Test("the metrics need a token, unless they are public", arguments: readers)
  func metrics(_ role: Role?, _ isPublic: Bool, _ status: Int) {
    let answer = answers(metricsArePublic: isPublic)
      .answer(to: HTTPGet(path: "/metrics", role: role))

    #expect(answer.status == status)
    #expect((answer.body == Array("figures".utf8)) == (status == 200))
  }
}
