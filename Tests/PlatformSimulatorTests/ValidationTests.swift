import JSONCodec
import PlatformSimulator
import Testing

/// A request that must be refused, and the expected error.
struct Mistake: Sendable, CustomTestStringConvertible {
  let request: TestRequest
  let status: Int
  let text: String

  init(_ request: TestRequest, _ text: String, status: Int = 400) {
    self.request = request
    self.status = status
    self.text = text
  }

  var testDescription: String { text }
}

@Suite struct ValidationTests {
  private static func expectRefusals(_ mistakes: [Mistake]) throws {
    let platform = try TestPlatform()
    for mistake in mistakes {
      let answer = try platform.answer(mistake.request)

      #expect(answer.status == mistake.status, "\(mistake.text)")
      #expect(try answer.errorText == mistake.text)
      #expect(try answer.json["error"]?.intValue == mistake.status)
      #expect(answer.headers["www-authenticate"] == nil)
    }
    #expect(platform.simulator.state.profiles.isEmpty)
    #expect(platform.simulator.state.pushMessages.isEmpty)
    #expect(platform.simulator.state.mobileEvents.isEmpty)
  }

  @Test("unknown paths, also with a wrong slash, are 404 and wrong methods 405")
  func paths() throws {
    var lost: [Mistake] = []
    for path in [
      "/", "/subscription/push/subscribe", "/event/push/open/", "/event/push/click", "/event/post/",
      "//profile/update", "/profile/update/",
    ] {
      var request = subscribe()
      request.path = path
      lost.append(
        Mistake(request, "\(path): unknown endpoint; trailing slashes matter", status: 404))
    }
    var get = profileUpdate([:])
    get.method = "GET"
    get.body = []
    lost.append(Mistake(get, "/profile/update: must be POST", status: 405))
    var post = status()
    post.method = "POST"
    lost.append(Mistake(post, "/subscription/push/status/: must be GET", status: 405))

    try Self.expectRefusals(lost)
  }

  @Test("missing, ill-formed and expired authorization is 401")
  func authorization() throws {
    let matching = ["db_id": 1, "matching": "email", "email": "a@b.c"] as JSON
    func claims(_ claims: JSON) -> String { "Bearer \(jwt(claims))" }
    let form = "Authorization must be: Bearer rtoken@<token>, or: Bearer <jwt>"
    let cases: [(String?, String)] = [
      (nil, "the Authorization header is missing"),
      ("", form),
      ("Bearer", form),
      ("Basic abc", form),
      ("Bearer a b", form),
      ("Bearer rtoken@", "the resource token is unknown"),
      ("Bearer rtoken", "the JWT cannot be decoded"),
      ("Bearer a.b", "the JWT cannot be decoded"),
      ("Bearer a.!!!.c", "the JWT cannot be decoded"),
      ("Bearer e30.W10.x", "the JWT cannot be decoded"),
      (claims([:]), "the JWT has no matching claim with an object"),
      (claims(["matching": "text"]), "the JWT has no matching claim with an object"),
      (claims(["matching": 1]), "the JWT has no matching claim with an object"),
      (claims(["matching": [:]]), "the matching claim lacks db_id, matching, an identifier"),
      (
        claims(["matching": ["db_id": 1, "matching": "email", "email": " "]]),
        "the matching claim lacks an identifier"
      ),
      (claims(["matching": matching, "exp": 1_699_999_999]), "the JWT has expired"),
      (claims(["matching": matching, "exp": 1_700_000_000]), "the JWT has expired"),
      (
        claims(["matching": matching, "exp": "soon"]),
        "the JWT has an exp claim that is not a number"
      ),
    ]

    try Self.expectRefusals(
      cases.map { header, text in
        Mistake(subscribe().with(header: "Authorization", header), text, status: 401)
      })
  }

  @Test("queries are checked parameter by parameter")
  func queries() throws {
    let providers =
      "ios-apns, ios-firebase, ios-huawei, android-firebase, android-huawei, android-rustore"
    let all = "provider=ios-apns&matching_mode=email&sync=true"
    let subscribing = subscribe()
    try Self.expectRefusals([
      Mistake(subscribing.with(query: ""), "query provider: is missing"),
      Mistake(
        subscribing.with(query: "provider=&matching_mode=email&sync=true"),
        "query provider: must not be empty"),
      Mistake(
        subscribing.with(query: "provider=fcm&matching_mode=email&sync=true"),
        "query provider: must be one of \(providers)"),
      Mistake(
        subscribing.with(query: "provider=ios-firebase&matching_mode=email&sync=true"),
        "$.subscription.provider: must equal provider of the query"),
      Mistake(
        subscribing.with(query: "provider=ios-apns&sync=true"), "query matching_mode: is missing"),
      Mistake(
        subscribing.with(query: "provider=ios-apns&matching_mode=push_sub&sync=true"),
        "query matching_mode: must be email, as in the JWT"),
      Mistake(
        subscribe(as: resource).with(query: "provider=ios-apns&matching_mode=email&sync=true"),
        "query matching_mode: must be push_sub under a resource token"),
      Mistake(
        subscribing.with(query: "provider=ios-apns&matching_mode=email"),
        "query sync: is missing"),
      Mistake(
        subscribing.with(query: "provider=ios-apns&matching_mode=email&sync=yes"),
        "query sync: must be true or false"),
      Mistake(subscribing.with(query: all + "&x=1"), "query x: is unknown"),
      Mistake(subscribing.with(query: all + "&sync=true"), "query sync: must not occur twice"),
      Mistake(subscribing.with(query: all + "&=1"), "query a parameter has no name"),
      Mistake(
        subscribing.with(query: all + "&x=%4"),
        "query % must be followed by two hexadecimal digits"),
      Mistake(subscribing.with(query: all + "&x=%FF"), "query a parameter is not UTF-8"),
      Mistake(
        tokenUpdate().with(query: "provider=ios-apns&subscription_id=t-1"),
        "query provider: must equal $.new_provider"),
      Mistake(
        tokenUpdate().with(query: "provider=ios-firebase"),
        "query subscription_id: must equal $.old_token, absent when that is null"),
      Mistake(
        tokenUpdate().with(query: "provider=ios-firebase&subscription_id=t-1&matching_mode=email"),
        "query matching_mode: is unknown"),
      Mistake(
        unsuspend().with(query: "provider=ios-apns&subscription_id=t-2"),
        "query subscription_id: must equal $.subscription.subscription_id"),
      Mistake(
        unsuspend().with(query: "provider=ios-huawei&subscription_id=t-1"),
        "query provider: must equal $.subscription.provider"),
      Mistake(
        unsuspend().with(query: "provider=ios-apns"), "query subscription_id: is missing"),
      Mistake(status().with(query: ""), "query matching_mode: is missing"),
      Mistake(
        status(as: anonymous, "&subscription_id=t"),
        "query provider: is required with subscription_id"),
      Mistake(
        status(as: anonymous, "&provider=ios-apns&subscription_id="),
        "query subscription_id: must not be empty"),
      Mistake(
        status(as: anonymous, "&provider=apns"), "query provider: must be one of \(providers)"),
      Mistake(pushEvent().with(query: ""), "query matching_mode: is missing"),
      Mistake(profileUpdate([:]).with(query: "a=b"), "query a: is unknown"),
      Mistake(mobileEvent().with(query: "tr=px&t=open&v=2"), "query i: is missing"),
      Mistake(mobileEvent().with(query: "i=1&tr=x&t=open&v=2"), "query tr: must be px"),
      Mistake(mobileEvent().with(query: "i=1&tr=px&t=close&v=2"), "query t: must be open"),
      Mistake(mobileEvent().with(query: "i=1&tr=px&t=open&v=3"), "query v: must be 2"),
      Mistake(
        mobileEvent().with(query: "i=1&tr=px&t=open&v=2&matching_mode=email"),
        "query matching_mode: is unknown"),
    ])
  }

  @Test("JSON requests need a Request-ID and the right Content-Type")
  func headers() throws {
    let noID = "there must be exactly one Request-ID header, and not empty"
    var mistakes = [
      Mistake(
        subscribe().with(header: "Content-Type", "text/plain"),
        "Content-Type must be application/json", status: 415),
      Mistake(
        mobileEvent().with(header: "Content-Type", "application/json"),
        "Content-Type must be multipart/form-data", status: 415),
      Mistake(subscribe().with(header: "Request-ID", ""), noID),
    ]
    for request in [
      subscribe(), tokenUpdate(), unsuspend(), status(), pushEvent(), profileUpdate([:]),
    ] {
      mistakes.append(Mistake(request.with(header: "Request-ID", nil), noID))
    }

    try Self.expectRefusals(mistakes)
  }

  @Test("JSON bodies are checked member by member")
  func bodies() throws {
    let statuses = "subscribed, suspended, unsubscribed"
    var cut = subscribe()
    cut.body.removeLast()
    var twice = pushEvent()
    twice.body = Array(#"{"time":1,"smid":"a","smid":"b"}"#.utf8)
    var list = pushEvent()
    list.body = Array("[]".utf8)
    let missing = [
      "time", "subscription_id", "replace", "skip_triggers", "subscription",
      "subscription.subscription_id", "subscription.provider", "subscription.status",
      "subscription.fields", "subscription.cats",
    ]
    try Self.expectRefusals(
      try missing.map { Mistake(try subscribe().with($0, nil), "$.\($0): is missing") } + [
        Mistake(cut, "the body is not JSON at byte \(cut.body.count)"),
        Mistake(twice, "$.smid: must not occur twice"),
        Mistake(list, "$: must be an object, got an array"),
        Mistake(
          try subscribe().with("time", "now"),
          "$.time: must be a time in epoch seconds, got \"now\""),
        Mistake(
          try subscribe().with("time", 1_700_000_000_000),
          "$.time: must be a time in epoch seconds, got 1700000000000"),
        Mistake(
          try subscribe().with("replace", JSON.null),
          "$.replace: must be a boolean, got null"),
        Mistake(try subscribe().with("extra", 1), "$.extra: is unknown"),
        Mistake(
          try subscribe().with("subscription.extra", 1),
          "$.subscription.extra: is unknown"),
        Mistake(
          try subscribe().with("subscription.subscription_id", "t-9"),
          "$.subscription.subscription_id: must equal $.subscription_id"),
        Mistake(
          try subscribe().with("subscription.status", "paused"),
          "$.subscription.status: must be one of \(statuses), got \"paused\""),
        Mistake(
          try subscribe().with("subscription.cats", [["active": true]]),
          "$.subscription.cats[0].name: is missing"),
        Mistake(
          try subscribe().with("subscription.cats", [["name": "a"], ["name": "b", "active": 1]]),
          "$.subscription.cats[1].active: must be a boolean, got 1"),
        Mistake(
          try subscribe().with("profile_fields", []),
          "$.profile_fields: must be an object without duplicate members, got an array"),
        Mistake(try tokenUpdate().with("old_token", nil), "$.old_token: is missing"),
        Mistake(
          try tokenUpdate().with("old_token", JSON.null),
          "$.old_token: must be null exactly when old_provider is null"),
        Mistake(
          try tokenUpdate().with("new_token", JSON.null),
          "$.new_token: must be a string that is not empty, got null"),
        Mistake(try unsuspend().with("replace", false), "$.replace: must be true"),
        Mistake(try unsuspend().with("subscription", nil), "$.subscription: is missing"),
        Mistake(try pushEvent().with("smid", nil), "$.smid: is missing"),
        Mistake(
          try pushEvent().with("smid", ""), "$.smid: must be a string that is not empty, got \"\""),
        Mistake(
          try profileUpdate([:]).with("profile_fields", nil), "$.profile_fields: is missing"),
        Mistake(
          try profileUpdate([:]).with("skip_triggers", 0),
          "$.skip_triggers: must be a boolean, got 0"),
      ])
  }

  @Test("forms are checked part by part")
  func forms() throws {
    func without(_ name: String) -> [Part] { Part.required.filter { $0.name != name } }
    func replacing(_ part: Part) -> [Part] { without(part.name) + [part] }
    func adding(_ part: Part) -> [Part] { Part.required + [part] }
    let type = "must have Content-Type:"
    let cases: [([Part], String)] =
      ["tz", "t", "aci", "wn"].map { (without($0), "part \($0): is missing") } + [
        (
          replacing(.text("tz", "east")),
          "part tz: must be an integer from -960 to 960, got east"
        ),
        (
          replacing(.text("t", "1700000000000")),
          "part t: must be an integer from 0 to 99999999999, got 1700000000000"
        ),
        (replacing(.json("wn", "{}")), "part wn: \(type) text/plain; charset=utf-8"),
        (adding(.text("wd", "{}")), "part wd: \(type) application/json; charset=utf-8"),
        (adding(.json("wd", "{")), "part wd: is not JSON"),
        (
          adding(.json("wd", "[]")),
          "part wd: $: must be an object without duplicate members, got an array"
        ),
        (adding(.json("wd", #"{"a":[]}"#)), "part wd: $.a: must be a scalar, got an array"),
        (adding(.json("mi", "m-1")), "part mi: is not JSON"),
        (adding(.json("mi", "1")), "part mi: $: must be a string, got 1"),
        (adding(.text("aci", "")), "part aci: must not occur twice"),
        (adding(.text("zz", "")), "part zz: is unknown"),
        (adding(.json("sn", "{}")), "part sn: $.channel: is missing"),
        (
          adding(.json("sn", #"{"channel":"email","resource_id":1}"#)),
          "part sn: $.email: is missing"
        ),
        (
          adding(.json("sn", #"{"channel":"sms","resource_id":"1","phone":"2"}"#)),
          "part sn: $.resource_id: must be an integer, got \"1\""
        ),
        (
          adding(.json("sn", #"{"channel":"push","resource_id":1,"provider":"ios-apns"}"#)),
          "part sn: $.subscription_id: is missing"
        ),
        (
          adding(.json("sn", #"{"channel":"viber","resource_id":1,"cc_data":1}"#)),
          "part sn: $.cc_data: must be an object without duplicate members, got 1"
        ),
        (
          adding(.json("sn", #"{"channel":"sms","resource_id":1,"phone":"2","cats":[1]}"#)),
          "part sn: $.cats[0]: must be a string, got 1"
        ),
      ]
    var mistakes = cases.map { Mistake(mobileEvent($0.0), $0.1) }
    var open = mobileEvent()
    open.body.removeLast(10)
    mistakes.append(Mistake(open, "the form cannot be read: the last boundary is missing"))
    mistakes.append(
      Mistake(
        mobileEvent().with(header: "Content-Type", "multipart/form-data"),
        "the form cannot be read: Content-Type must have a boundary of 1 to 70 characters"))
    mistakes.append(
      Mistake(
        mobileEvent().with(header: "Content-Type", "multipart/form-data; boundary=other"),
        "the form cannot be read: the body must start with its boundary"))

    try Self.expectRefusals(mistakes)
  }

  @Test("a feature that an administrator has not set up is refused in the documented words")
  func settings() throws {
    let platform = try TestPlatform { options in
      options.platform.resourceTokens = ["secret-token"]
      options.platform.categories = [
        ResourceCategory(name: "news", title: "News", isSteady: true)
      ]
      options.platform.profileFields = ["city"]
      options.platform.subscriptionFields = ["developer"]
    }
    let prefix = "Platform profile processing error: "
    let convert = "is not valid: failed convert custom field"
    let cases = try [
      (
        subscribe().with("subscription.cats", [["name": "football", "active": true]]),
        prefix + #"field "subscriptions.cats" is not valid: category not found in resource"#
      ),
      (
        subscribe().with("profile_fields", ["town": "x"]),
        prefix + #"with field "town": Incorrect field"#
      ),
      (
        profileUpdate(["town": "x"]), prefix + #"with field "town": Incorrect field"#
      ),
      (
        profileUpdate(["city": ["action": "explode", "value": 1]]),
        prefix + #"with field "city": Incorrect field"#
      ),
      (
        profileUpdate(["city": ["action": "incr", "value": "much"]]),
        prefix + #"with field "city": Incorrect field"#
      ),
      (
        subscribe().with("subscription.fields", ["colour": 1]),
        prefix + "field \"colour\" \(convert)"
      ),
      (
        subscribe().with("subscription.fields", ["developer": []]),
        prefix + "field \"developer\" \(convert)"
      ),
    ]

    for (request, text) in cases {
      let answer = try platform.answer(request)
      #expect(answer.status == 400)
      #expect(try answer.json["error"] == 400)
      #expect(try answer.errorText == text)
    }
    let stranger = Caller(authorization: "Bearer rtoken@other", matching: "push_sub")
    #expect(try platform.answer(subscribe(as: stranger)).status == 401)
    #expect(try platform.answer(subscribe(as: resource)).status == 200)
    #expect(platform.simulator.state.profiles.count == 1)
  }
}
