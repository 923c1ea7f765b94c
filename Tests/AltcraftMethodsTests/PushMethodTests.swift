import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

@Suite("Pushes", .timeLimit(.minutes(10)))
struct PushMethodTests {
  @Test(
    "a delivery and an open are sent to the platform with the uid", arguments: ["delivery", "open"])
  func reported(type: String) async throws {
    let bridge = try await PushBridge()

    let receipt = try await bridge.result(
      "\(type)Event", ["messageUID": "uid-7", "requestId": "r-1"])

    #expect(receipt == ["requestId": "r-1"])
    #expect(
      try await bridge.pushEvents(1) == [
        #"event/push/\#(type)?matching_mode=push_sub "uid-7""#
      ])
    #expect(try await bridge.events(through: 236).contains(202) == false)
    await bridge.close()
  }

  @Test("every call of the app emits its own event")
  func twice() async throws {
    let bridge = try await PushBridge()

    for _ in 1...2 { _ = try await bridge.result("deliveryEvent", ["messageUID": "uid-7"]) }

    #expect(try await bridge.pushEvents(2).count == 2)
    await bridge.close()
  }

  @Test("an automatic registration happens once for each uid and type")
  func once() async throws {
    let bridge = try await PushBridge()
    let click: JSON = ["response": ["request": PushSamples.request]]

    for _ in 1...3 {
      _ = try await bridge.result("takePush", ["message": PushSamples.device])
      _ = try await bridge.result(
        "nse.handleNotificationRequest", ["request": PushSamples.request])
      _ = try await bridge.result("notificationManager.didReceive", click)
    }
    _ = try await bridge.result("deliveryEvent", ["messageUID": "last", "wait": "outcome"])

    let accepted = try await bridge.result("bridge.stats")["outbox"]?["accepted"]
    #expect(accepted?.intValue == 3)
    #expect(
      Set(try await bridge.pushEvents(3)) == [
        #"event/push/delivery?matching_mode=push_sub "uid-1""#,
        #"event/push/open?matching_mode=push_sub "uid-1""#,
        #"event/push/delivery?matching_mode=push_sub "last""#,
      ])
    await bridge.close()
  }

  @Test(
    "the uid of a call",
    arguments: [
      (["messageUID": "a", "message": ["_ac_push": "1", "_uid": "b"]], "a"),
      (["messageUID": "a", "message": ["order": "7"]], "a"),
      (["messageUID": "", "message": ["_ac_push": "1", "_uid": "b"]], "b"),
      (
        [
          "request": ["content": ["userInfo": ["uid": "c", "launch_id": "l"]]],
          "message": ["_ac_push": "1", "_uid": "b"],
        ], "c"
      ),
      (["message": ["message": ["data": ["uid": "d", "launch_id": "l"]]]], "d"),
    ] as [(JSON, String)])
  func uid(parameters: JSON, uid: String) async throws {
    let bridge = try await PushBridge()

    _ = try await bridge.result("openEvent", parameters)

    #expect(
      try await bridge.pushEvents(1) == [#"event/push/open?matching_mode=push_sub "\#(uid)""#])
    await bridge.close()
  }

  @Test(
    "a push of another sender is answered null, with event 202",
    arguments: ["deliveryEvent", "openEvent", "takePush"])
  func foreign(method: String) async throws {
    let bridge = try await PushBridge()

    let answer = try await bridge.result(method, ["message": ["order": "7"]])

    #expect(answer == .null)
    #expect(try await bridge.events(through: 202) == [202])
    #expect(bridge.platform.requests.isEmpty)
    await bridge.close()
  }

  @Test(
    "rejected calls",
    arguments: [
      (["message": ["_ac_push": "1"]], 451),
      (["request": ["content": ["userInfo": ["_ac_push": 1]]]], 451),
      (["messageUID": ""], 451), ([:], -32602), (["message": "text"], -32602),
      (["message": ["order": "7"], "messageUID": 7], -32602),
      (["request": ["content": [:], "trigger": nil]], -32602),
    ] as [(JSON, Int)])
  func refused(parameters: JSON, code: Int) async throws {
    let bridge = try await PushBridge()

    let answer = try await bridge.answer("openEvent", parameters)

    #expect(answer["error"]?["code"]?.intValue == code)
    await bridge.close()
  }

  @Test("a push is shown whether or not its delivery can be registered")
  func unregistered() async throws {
    let bridge = try await PushBridge(configured: false)

    let parsed = try await bridge.result("takePush", ["message": PushSamples.device])
    let shown = try await bridge.result(
      "nse.handleNotificationRequest", ["request": PushSamples.request])
    let unnamed = try await bridge.result("takePush", ["message": ["_ac_push": "1"]])

    #expect(parsed == PushSamples.parsedDevice)
    #expect(shown == PushSamples.shown)
    #expect(unnamed["isAltcraft"] == true)
    #expect(try await bridge.events(through: 451) == [203, 501, 204, 501, 204, 203, 451])
    await bridge.close()
  }

  @Test("an unknown user prevents the registration, but not the notification")
  func noUser() async throws {
    let bridge = try await PushBridge(configured: false)
    _ = try await bridge.result(
      "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1"]])
    _ = try await bridge.result("setJWTProvider", ["provider": "callback"])

    let id = bridge.send("nse.handleNotificationRequest", ["request": PushSamples.request])
    let callback = try await bridge.callback()
    let best = try await bridge.result("nse.serviceExtensionTimeWillExpire")
    bridge.answer(callback: callback, with: nil)
    let shown = try await bridge.message { $0["id"]?.intValue == id }["result"]

    #expect(callback["method"] == "provider.getJWT")
    #expect(best == PushSamples.shown)
    #expect(shown == PushSamples.shown)
    #expect(try await bridge.events(through: 204) == [200, 540, 402, 204])
    await bridge.close()
  }

  @Test("events follow the answer: received, posted, and the outcome of the delivery")
  func order() async throws {
    let bridge = try await PushBridge()

    _ = try await bridge.result("takePush", ["message": PushSamples.device])

    #expect(try await bridge.events(through: 236) == [203, 204, 236])
    await bridge.close()
  }

  @Test("a media member that is not a URL is not an attachment, and emits event 453")
  func media() async throws {
    let bridge = try await PushBridge()

    let shown = try await bridge.result(
      "nse.handleNotificationRequest",
      [
        "request": [
          "content": [
            "categoryIdentifier": "mine", "userInfo": ["_ac_push": "1", "_media": "no url"],
          ]
        ]
      ])

    #expect(shown["attachments"] == [])
    #expect(shown["category"] == .null)
    #expect(shown["categoryIdentifier"] == "mine")
    #expect(try await bridge.events(through: 204) == [451, 453, 204])
    await bridge.close()
  }

  @Test("the best content is that of the latest request")
  func bestContent() async throws {
    let bridge = try await PushBridge()

    let before = try await bridge.result("nse.serviceExtensionTimeWillExpire")
    _ = try await bridge.result("nse.handleNotificationRequest", ["request": PushSamples.request])
    let after = try await bridge.result("nse.serviceExtensionTimeWillExpire")

    #expect(before == .null)
    #expect(after == PushSamples.shown)
    await bridge.close()
  }

  @Test(
    "the target of a click",
    arguments: [
      (nil, "[]", "https://e.com", nil),
      ("button0", "[{\"label\":\"A\",\"link\":\"x\"}]", "x", nil),
      ("button1", "[{\"label\":\"A\"},{\"link\":\"y\"}]", "y", nil),
      ("button0", "[{\"label\":\"A\"}]", nil, nil), ("button2", "[{\"label\":\"A\"}]", nil, 455),
      ("button0", "none", nil, 454), ("button", "[{\"label\":\"A\"}]", nil, 457),
      ("dismiss", "[]", nil, 457), ("button-1", "[]", nil, 457),
      ("button99999999999999999999", "[]", nil, 455),
    ] as [(String?, String, String?, Int?)])
  func click(action: String?, buttons: String, url: String?, event: Int?) async throws {
    let bridge = try await PushBridge()

    let result = try await bridge.result(
      "notificationManager.didReceive",
      [
        "response": [
          "actionIdentifier": .optional(action),
          "request": [
            "content": [
              "userInfo": [
                "_ac_push": "1", "_uid": "u", "_click-url": "https://e.com",
                "_buttons": .string(buttons),
              ]
            ]
          ],
        ]
      ])

    #expect(result == ["url": .optional(url), "handledBy": "sdk"])
    #expect(try await bridge.events(through: 236) == (event.map { [$0] } ?? []) + [236])
    await bridge.close()
  }
}

@Suite("Decisions of the host about notifications", .timeLimit(.minutes(10)))
struct NotificationHostTests {
  private let click: JSON = ["response": ["request": PushSamples.request]]

  @Test("an app that handles clicks does all of the handling")
  func customClick() async throws {
    let bridge = try await PushBridge()
    _ = try await bridge.result(
      "notificationManager.setCustomClickProcessing", ["enabled": true])

    let id = bridge.send("notificationManager.didReceive", click)
    let callback = try await bridge.callback()
    bridge.answer(callback: callback, with: "done")
    let answer = try await bridge.message { $0["id"]?.intValue == id }

    #expect(callback["method"] == "notificationManager.onNotificationClick")
    #expect(
      callback["params"]?["actionIdentifier"] == "com.apple.UNNotificationDefaultActionIdentifier")
    #expect(answer["result"] == ["url": nil, "handledBy": "app"])
    #expect(bridge.platform.requests.isEmpty)
    await bridge.close()
  }

  @Test("the bridge does not wait for an app that only observes clicks")
  func toldOfClick() async throws {
    let bridge = try await PushBridge()
    _ = try await bridge.result(
      "notificationManager.setCustomClickProcessing", ["enabled": false])

    let result = try await bridge.result("notificationManager.didReceive", click)

    #expect(result == ["url": "https://example.com/sale", "handledBy": "sdk"])
    #expect(
      try await bridge.callback()["method"] == "notificationManager.onNotificationClick")
    await bridge.close()
  }

  @Test(
    "an app decides how a push is shown, if its answer is usable",
    arguments: [
      (["options": ["badge"]], ["badge"]), (["options": []], []),
      (["options": ["badge"], "extra": 1], ["badge"]),
      (["options": ["list", "new", "sound"], "more": [:]], ["list", "sound"]),
      (nil, ["banner", "badge", "sound"]), (["options": "badge"], ["banner", "badge", "sound"]),
    ] as [(JSON, JSON)])
  func foreground(answer: JSON, options: JSON) async throws {
    let bridge = try await PushBridge()
    _ = try await bridge.result("notificationManager.setCustomPushProcessing", ["enabled": true])

    let id = bridge.send("notificationManager.willPresent", ["request": PushSamples.request])
    bridge.answer(callback: try await bridge.callback(), with: answer)
    let result = try await bridge.message { $0["id"]?.intValue == id }["result"]

    #expect(result == ["options": options])
    await bridge.close()
  }

  @Test(
    "the user is asked through the calling connection",
    arguments: [
      (true, true), (false, false), (nil, true), ("yes", true),
    ] as [(JSON, Bool)])
  func authorization(answer: JSON, granted: Bool) async throws {
    let bridge = try await PushBridge()

    let id = bridge.send("requestNotificationPermission")
    let callback = try await bridge.callback()
    bridge.answer(callback: callback, with: answer)
    let result = try await bridge.message { $0["id"]?.intValue == id }["result"]

    #expect(callback["params"] == ["options": ["alert", "badge", "sound"]])
    #expect(result == ["granted": .bool(granted), "error": nil])
    await bridge.close()
  }

  @Test("a subscription waits for the permission and goes out when it is granted")
  func permission() async throws {
    let bridge = try await PushBridge()
    _ = try await bridge.result("notificationManager.setPermission", ["granted": false])
    _ = try await bridge.result("pushSubscribe")
    _ = try await bridge.events(through: 504)
    #expect(bridge.platform.requests.isEmpty)

    _ = try await bridge.result("notificationManager.setPermission", ["granted": true])

    #expect(try await bridge.events(through: 230).last == 230)
    await bridge.close()
  }
}
