import JSONCodec
import PlatformSimulator
import Testing

@Suite struct SubscriptionTests {
  @Test(
    "a synchronous subscription is answered with the profile, an asynchronous one with its acceptance"
  )
  func sync() throws {
    let platform = try TestPlatform()
    let request = try subscribe().with(
      "subscription.fields",
      ["_os_ver": "18.6.2", "_app_ver": "1.0.0", "_ad_track": false, "x": nil]
    ).with("subscription.cats", [["name": "news", "active": true]])

    let answer = try platform.answer(request)
    let accepted = try platform.answer(subscribe(token: "t-2", sync: false))

    let hash = try #require(platform.simulator.state.profiles.first?.subscriptions.first?.hashID)
    #expect(hash.count == 8)
    #expect(answer.headers["content-type"] == "application/json")
    #expect(
      try answer.json == [
        "error": 0, "error_text": "",
        "profile": [
          "id": "db1-p1", "status": "subscribed", "is_test": false,
          "subscription": [
            "subscription_id": "t-1", "hash_id": .string(hash), "provider": "ios-apns",
            "status": "subscribed",
            "fields": [
              "_os_ver": ["raw": "18.6.2", "ver": #"["18.0", "6.0", "2.0"]"#],
              "_app_ver": ["raw": "1.0.0", "ver": [1, 0]], "_ad_track": false, "x": nil,
            ],
            "cats": [["name": "news", "title": "news", "steady": false, "active": true]],
          ],
        ],
      ])
    #expect(try accepted.json == ["error": 0, "error_text": ""])
    #expect(platform.simulator.state.profiles.first?.subscriptions.map(\.token) == ["t-1", "t-2"])
  }

  @Test("the same calls produce the same ids in every run")
  func deterministic() throws {
    func answers() throws -> [JSON] {
      let platform = try TestPlatform()
      return try [subscribe(), subscribe(as: registered), subscribe(token: "t-2")].map {
        try platform.answer($0).json
      }
    }

    #expect(try answers() == answers())
  }

  @Test("suspending and unsubscribing change the existing subscription")
  func changeStatus() throws {
    let platform = try TestPlatform()
    for status in ["subscribed", "suspended", "unsubscribed"] {
      let profile = try platform.profile(subscribe(status: status))

      #expect(profile?["subscription"]?["status"] == .string(status))
    }
    #expect(platform.simulator.state.profiles.map(\.subscriptions.count) == [1])
  }

  @Test("null members of an Android body count as absent")
  func nulls() throws {
    let platform = try TestPlatform()
    let request = try subscribe().with("profile_fields", JSON.null)
      .with("subscription.fields", JSON.null)
      .with("subscription.cats", [["name": "a", "title": nil, "steady": nil, "active": nil]])

    #expect(try platform.answer(request).status == 200)
  }

  @Test("sync and matching_mode in the form of older SDKs are accepted")
  func olderQueries() throws {
    let platform = try TestPlatform()
    let query = "provider=ios-apns&matching_mode=secret-token&sync=1"

    let profile = try platform.profile(subscribe(as: resource).with(query: query))

    #expect(profile?["id"] == "db1-p1")
  }

  @Test("a plus sign in a query is a space, an escaped one is a plus sign")
  func plus() throws {
    let platform = try TestPlatform()
    let query = "provider=ios-apns&matching_mode=email&subscription_id="
    let request = unsuspend(token: "a+b/c=")

    #expect(try platform.answer(request.with(query: query + "a+b/c=")).status == 400)
    #expect(try platform.answer(request.with(query: query + "a%2Bb%2fc%3D")).status == 200)
  }

  @Test("replace unsubscribes the token from other profiles of the database, and no other")
  func replace() throws {
    let platform = try TestPlatform()
    let other = Caller.email("other@b.c", database: 1)
    let far = Caller.email("far@b.c", database: 2)
    for caller in [other, far] { _ = try platform.answer(subscribe(as: caller)) }
    _ = try platform.answer(subscribe(as: other, token: "t-2"))

    _ = try platform.answer(subscribe())
    #expect(states(platform) == ["subscribed", "subscribed", "subscribed", "subscribed"])
    _ = try platform.answer(try subscribe().with("replace", true))

    #expect(states(platform) == ["unsubscribed", "subscribed", "subscribed", "subscribed"])
  }

  @Test("replace includes suspended subscriptions, and has no effect when the request is refused")
  func replaceSuspended() throws {
    let platform = try TestPlatform { $0.platform.categories = [] }
    let other = Caller.email("other@b.c", database: 1)
    _ = try platform.answer(subscribe(as: other, status: "suspended"))
    let request = try subscribe().with("replace", true)

    let refused = try platform.answer(
      try request.with("subscription.cats", [["name": "news", "active": true]]))
    #expect(refused.status == 400 && states(platform) == ["suspended"])
    _ = try platform.answer(request)

    #expect(states(platform) == ["unsubscribed", "subscribed"])
  }

  private func states(_ platform: TestPlatform) -> [String] {
    platform.simulator.state.profiles.flatMap(\.subscriptions).map(\.status)
  }

  @Test("triggers fire unless the request skips them")
  func triggers() throws {
    let platform = try TestPlatform()

    _ = try platform.answer(subscribe())
    _ = try platform.answer(try subscribe().with("skip_triggers", true))
    _ = try platform.answer(profileUpdate([:]))

    let profile = try #require(platform.simulator.state.profiles.first)
    #expect(profile.triggersFired == 2)
    #expect(profile.triggersSkipped == 1)
  }

  @Test(
    "profile updates and subscriptions of any status are counted with and without skipped triggers"
  )
  func skippedTriggers() throws {
    let platform = try TestPlatform()

    for status in ["subscribed", "suspended", "unsubscribed"] {
      _ = try platform.answer(try subscribe(status: status).with("skip_triggers", true))
    }
    _ = try platform.answer(try profileUpdate(["a": 1]).with("skip_triggers", true))
    _ = try platform.answer(try subscribe(as: registered).with("skip_triggers", false))

    #expect(platform.simulator.state.profiles.map(\.triggersSkipped) == [4, 0])
    #expect(platform.simulator.state.profiles.map(\.triggersFired) == [0, 1])
  }

  @Test("categories are stored, switched, and returned with the values of the resource")
  func categories() throws {
    let platform = try TestPlatform { options in
      options.platform.categories = [
        ResourceCategory(name: "a", title: "A news", isSteady: true),
        ResourceCategory(name: "b", title: "B news", isSteady: false),
      ]
    }
    _ = try platform.answer(
      try subscribe().with("subscription.cats", [["name": "a", "active": true], ["name": "b"]]))

    let profile = try platform.profile(
      try subscribe().with("subscription.cats", [["name": "a", "active": false]]))

    #expect(
      profile?["subscription"]?["cats"] == [
        ["name": "a", "title": "A news", "steady": true, "active": false],
        ["name": "b", "title": "B news", "steady": false, "active": false],
      ])
  }

  @Test(
    "a category unknown to the resource is refused, and nothing changes",
    arguments: ["subscribed", "suspended", "unsubscribed"])
  func unknownCategory(status: String) throws {
    let platform = try TestPlatform { options in
      options.platform.categories = [ResourceCategory(name: "a", title: "A", isSteady: false)]
    }
    _ = try platform.answer(
      try subscribe().with("subscription.cats", [["name": "a", "active": true]]))

    let answer = try platform.answer(
      try subscribe(status: status)
        .with("subscription.cats", [["name": "a", "active": false], ["name": "b"]])
        .with("profile_fields", ["x": 1]))

    #expect(answer.status == 400)
    let profile = try #require(platform.simulator.state.profiles.first)
    #expect(profile.fields == [:] && profile.subscriptions.map(\.status) == ["subscribed"])
    #expect(profile.subscriptions.first?.categories.map(\.isActive) == [true])
    #expect(profile.triggersFired == 1)
  }

  @Test("title and steady of a category are ignored in a request")
  func categoryTitles() throws {
    let platform = try TestPlatform { options in
      options.platform.categories = [ResourceCategory(name: "a", title: "A", isSteady: false)]
    }

    let profile = try platform.profile(
      try subscribe().with(
        "subscription.cats", [["name": "a", "title": "Mine", "steady": true, "active": true]]))

    #expect(
      profile?["subscription"]?["cats"]
        == [["name": "a", "title": "A", "steady": false, "active": true]])
  }

  @Test("a token update changes the token of the subscription and nothing else")
  func tokenUpdates() throws {
    let platform = try TestPlatform()
    let before = try platform.profile(subscribe())?["subscription"]

    let after = try platform.profile(tokenUpdate())?["subscription"]
    let again = try platform.profile(tokenUpdate())?["subscription"]

    #expect(after?["subscription_id"] == "t-2")
    #expect(after?["provider"] == "ios-firebase")
    #expect(after?["hash_id"] == before?["hash_id"])
    #expect(again == after)
    #expect(platform.simulator.state.profiles.map(\.subscriptions.count) == [1])
  }

  @Test("a token update keeps status, fields and categories, and does not change other profiles")
  func tokenUpdateKeeps() throws {
    let platform = try TestPlatform()
    let other = Caller.email("other@b.c", database: 1)
    for caller in [anonymous, other, registered] {
      _ = try platform.answer(
        try subscribe(as: caller, status: "suspended").with("subscription.fields", ["plan": "pro"])
          .with("subscription.cats", [["name": "news", "active": true]]))
    }

    let updated = try platform.profile(tokenUpdate())?["subscription"]
    let found = try platform.profile(
      status(as: anonymous, "&provider=ios-firebase&subscription_id=t-2"))
    let gone = try platform.profile(
      status(as: anonymous, "&provider=ios-apns&subscription_id=t-1"))

    #expect(updated?["status"] == "suspended" && updated?["fields"] == ["plan": "pro"])
    #expect(updated?["cats"]?[0]?["name"] == "news")
    #expect(found?["subscription"] == updated && gone?["subscription"] == .null)
    #expect(
      platform.simulator.state.profiles.flatMap(\.subscriptions).map(\.token)
        == ["t-2", "t-1", "t-1"])
  }

  @Test("under a resource token a token update finds its profile by the old token")
  func tokenUpdateOfResource() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe(as: resource))

    let moved = try platform.profile(tokenUpdate(as: resource))
    let former = try platform.profile(tokenUpdate(as: resource, from: nil, to: "t-9"))

    #expect(moved?["subscription"]?["subscription_id"] == "t-2")
    #expect(former == .null)
  }

  @Test("a profile with the old and the new token keeps one subscription")
  func tokenUpdateOntoExisting() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    _ = try platform.answer(subscribe(token: "t-2", provider: "ios-firebase"))

    _ = try platform.answer(tokenUpdate())

    #expect(platform.simulator.state.profiles.first?.subscriptions.map(\.token) == ["t-2"])
  }

  @Test("logging in suspends the anonymous subscription, logging out resumes it")
  func logInLogOut() throws {
    let platform = try TestPlatform()
    func statuses() -> [String] {
      platform.simulator.state.profiles.flatMap(\.subscriptions).map(\.status)
    }
    _ = try platform.answer(subscribe(as: anonymous))

    #expect(try platform.profile(unsuspend(as: registered)) == .null)
    #expect(statuses() == ["suspended"])
    #expect(try platform.profile(subscribe(as: registered))?["id"] == "p123")
    #expect(statuses() == ["suspended", "subscribed"])

    let loggedOut = try platform.profile(unsuspend(as: anonymous))
    #expect(loggedOut?["id"] == "db1-p1")
    #expect(loggedOut?["subscription"]?["status"] == "subscribed")
    #expect(statuses() == ["subscribed", "suspended"])

    let loggedIn = try platform.profile(unsuspend(as: registered))
    #expect(loggedIn?["subscription"]?["status"] == "subscribed")
    #expect(statuses() == ["suspended", "subscribed"])
  }

  @Test(
    "unsuspending affects one device: the subscriptions of others on it, and none on other devices"
  )
  func unsuspendOneDevice() throws {
    let platform = try TestPlatform()
    let neighbour = Caller.email("other@b.c", database: 1)
    let gone = Caller.email("gone@b.c", database: 1)
    _ = try platform.answer(subscribe(as: anonymous, status: "suspended"))
    _ = try platform.answer(subscribe(as: anonymous, token: "t-2", status: "suspended"))
    _ = try platform.answer(subscribe(as: neighbour))
    _ = try platform.answer(subscribe(as: neighbour, token: "t-2"))
    _ = try platform.answer(subscribe(as: gone, status: "unsubscribed"))
    _ = try platform.answer(subscribe(as: registered))

    let profile = try platform.profile(unsuspend(as: anonymous))

    #expect(profile?["subscription"]?["subscription_id"] == "t-1")
    #expect(
      states(platform)
        == ["subscribed", "suspended", "suspended", "subscribed", "unsubscribed", "suspended"])
  }

  @Test("under a resource token unsuspending finds the profile of the device")
  func unsuspendOfResource() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe(as: resource, status: "suspended"))
    _ = try platform.answer(subscribe(as: registered))

    let profile = try platform.profile(unsuspend(as: resource))

    #expect(profile?["id"] == "db1-p1" && profile?["subscription"]?["status"] == "subscribed")
    #expect(states(platform) == ["subscribed", "suspended"])
  }

  @Test("a device with a new token is transferred by the new token")
  func unsuspendAfterTokenUpdate() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe(status: "suspended"))
    _ = try platform.answer(tokenUpdate())

    let query = "provider=ios-firebase&matching_mode=email&subscription_id=t-2"
    let profile = try platform.profile(
      try unsuspend(token: "t-2").with("subscription.provider", "ios-firebase")
        .with(query: query))

    #expect(profile?["subscription"]?["status"] == "subscribed")
    #expect(try platform.profile(unsuspend(token: "t-1"))?["subscription"] == .null)
  }

  @Test("unsuspending does not resume an unsubscribed subscription")
  func unsuspendUnsubscribed() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe(status: "unsubscribed"))

    let profile = try platform.profile(unsuspend())
    let stranger = try platform.profile(unsuspend(token: "t-9"))

    #expect(profile?["subscription"]?["status"] == "unsubscribed")
    #expect(stranger?["subscription"] == .null)
  }

  @Test("status returns the latest subscription, that of a provider, or that of a token")
  func statuses() throws {
    let platform = try TestPlatform()
    for (token, provider) in [("a", "ios-apns"), ("b", "ios-apns"), ("c", "ios-huawei")] {
      _ = try platform.answer(subscribe(token: token, provider: provider))
    }
    func token(_ parameters: String) throws -> JSON? {
      try platform.profile(status(as: anonymous, parameters))?["subscription"]?["subscription_id"]
    }

    #expect(try token("") == "c")
    #expect(try token("&provider=ios-apns") == "b")
    #expect(try token("&provider=ios-apns&subscription_id=a") == "a")
    let none = try platform.profile(status(as: anonymous, "&provider=ios-firebase"))
    #expect(none?["id"] == "db1-p1")
    #expect(none?["subscription"] == .null)
    #expect(try platform.profile(status(as: registered)) == .null)
  }

  @Test("under a resource token the push subscription identifies the profile")
  func resourceToken() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe(as: resource, token: "a"))
    _ = try platform.answer(subscribe(as: resource, token: "b"))
    _ = try platform.answer(subscribe(as: resource, token: "a"))

    #expect(platform.simulator.state.profiles.map(\.id) == ["db1-p1", "db1-p2"])
    let found = try platform.profile(
      status(as: resource, "&provider=ios-apns&subscription_id=b"))
    #expect(found?["id"] == "db1-p2")
    #expect(try platform.profile(status(as: resource)) == .null)
  }

  @Test("a full simulator refuses requests with an error instead of growing")
  func full() throws {
    let platform = try TestPlatform { $0.limits.records = 3 }
    _ = try platform.answer(subscribe())
    _ = try platform.answer(subscribe(token: "t-2"))

    let answer = try platform.answer(subscribe(token: "t-3"))

    #expect(answer.status == 507)
    #expect(try platform.answer(subscribe()).status == 200)
  }
}
