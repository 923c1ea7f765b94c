import AltcraftEngine
import JSONCodec
import Testing

@Suite("Secrets are not printed")
struct SecretTests {
  @Test("in every form of output a secret is printed as ***")
  func printing() {
    let token = PushToken(provider: .iosAPNS, token: "hush-token")

    var dumped = ""
    dump(token, to: &dumped)
    let texts = ["\(token.token)", String(reflecting: token.token), "\(token)", dumped]

    for text in texts { #expect(!text.contains("hush")) }
    #expect(texts[0] == "***" && token.token.reveal() == "hush-token")
  }

  @Test("secrets are compared byte by byte")
  func equality() {
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
  }
}

@Suite("Push providers")
struct PushProviderTests {
  @Test(
    "a name is accepted in any letter case, and no other name is",
    arguments: [
      ("ios-apns", .iosAPNS), ("IOS-Firebase", .iosFirebase), ("iOS-HUAWEI", .iosHuawei),
      ("android-firebase", nil), ("", nil), (" ios-apns", nil), ("ios_apns", nil),
    ] as [(String, PushProvider?)])
  func names(name: String, provider: PushProvider?) {
    #expect(PushProvider(name: name) == provider)
  }

  @Test(
    "a list determines the providers and their order",
    arguments: [
      (nil, [.iosAPNS, .iosFirebase, .iosHuawei], [.iosAPNS, .iosFirebase, .iosHuawei]),
      ([], [.iosHuawei, .iosFirebase], [.iosFirebase, .iosHuawei]),
      ([.iosHuawei, .iosAPNS], [.iosAPNS, .iosFirebase, .iosHuawei], [.iosHuawei, .iosAPNS]),
      ([.iosHuawei, .iosHuawei], [.iosHuawei], [.iosHuawei]),
      ([.iosFirebase], [.iosAPNS], []), (nil, [], []),
    ] as [([PushProvider]?, Set<PushProvider>, [PushProvider])])
  func order(
    priorities: [PushProvider]?, registered: Set<PushProvider>, expected: [PushProvider]
  ) {
    let order = PushProvider.resolutionOrder(priorities: priorities, registered: registered)

    #expect(order == expected)
  }

  @Test("a rejected name is reported, truncated to 16 characters")
  func refusal() {
    #expect(
      PushProvider.refusalValue(given: "0123456789abcdefTOKEN")["provider"] == "0123456789abcdef")
    #expect(PushProvider.refusalValue(given: "gcm")["provider"] == "gcm")
  }
}

@Suite("Identifiers are random")
struct RandomIdentifierTests {
  @Test("each one is a unique UUID of version 4 in lower case")
  func uuids() {
    let source = Environment.real
    let all = (0..<2000).map { _ in source.identifier() }
    #expect(Set(all).count == all.count)
    for id in all {
      let bytes = Array(id.utf8)
      #expect(bytes.count == 36 && bytes[14] == UInt8(ascii: "4"))
      #expect("89ab".utf8.contains(bytes[19]))
      for (index, byte) in bytes.enumerated() {
        let isDash = [8, 13, 18, 23].contains(index)
        #expect(isDash ? byte == UInt8(ascii: "-") : "0123456789abcdef".utf8.contains(byte))
      }
    }
    // Each of the other 122 bits is set about half of the time.
    for place in [0, 9, 16, 20, 35] {
      #expect(Set(all.map { Array($0.utf8)[place] }).count == 16)
    }
  }

  @Test("threads never share an identifier")
  func threads() async {
    let source = Environment.real
    let all = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in source.identifier() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(all).count == 4000)
  }
}
