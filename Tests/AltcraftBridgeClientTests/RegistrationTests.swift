import Testing

@testable import AltcraftBridgeClient

@Suite("The registrations of the client for Swift") struct RegistrationTests {
  private var registrations = Registrations()

  private mutating func call(
    _ method: String, _ parameters: [String: JSONValue] = [:], result: JSONValue = true
  ) {
    registrations.succeeded(method, parameters, result)
  }

  private func methods(for epoch: String?) -> [String] {
    registrations.calls(for: epoch).map(\.method)
  }

  @Test("are repeated with their last parameters, the app group first, and by their first names")
  mutating func repeated() {
    call("setJWTProvider", ["provider": "callback"])
    call("nse.setJWTProvider", ["provider": "stored"])
    call("pushSubscribe")
    #expect(!registrations.needsEpoch)
    call("nse.setAppGroup", ["appGroup": "a"])
    #expect(registrations.needsEpoch)

    #expect(methods(for: "e-2") == ["setAppGroup", "setJWTProvider"])
    #expect(registrations.calls(for: "e-2")[1].parameters == ["provider": "stored"])
  }

  @Test("of a process are repeated only for another process, or for one that is not known")
  mutating func ofProcess() {
    call("bridge.setLogLevel", ["level": "debug"])
    #expect(methods(for: nil) == ["bridge.setLogLevel"])
    registrations.processEpoch = "e-1"
    call("bridge.setLogLevel", ["level": "info"])
    #expect(!registrations.needsEpoch)

    #expect(methods(for: "e-1") == [])
    #expect(methods(for: "e-2") == ["bridge.setLogLevel"])
  }

  @Test("continue the events behind the last one, and end with the subscription")
  mutating func events() {
    registrations.received("event", ["epoch": "e-1", "seq": 8])
    call("events.subscribe", ["since": 5], result: ["epoch": "e-1", "seq": 8])
    #expect(registrations.calls(for: nil).first?.parameters == ["epoch": "e-1", "since": 5])
    registrations.received("event", ["epoch": "e-1", "seq": 6])
    #expect(registrations.calls(for: nil).first?.parameters["since"] == 6)
    registrations.received("events.gap", ["epoch": "e-1", "to": 12])
    #expect(registrations.calls(for: nil).first?.parameters["since"] == 12)

    call("unsubscribeFromEvent")
    #expect(methods(for: nil) == [])
  }

  @Test("continue the outcomes behind the last one, and end with the subscription")
  mutating func outcomes() {
    registrations.received("outcome", ["outcome": 3])
    #expect(methods(for: nil) == [])
    call("outcomes.subscribe", result: ["first": 1, "last": 4])
    #expect(registrations.calls(for: nil).first?.parameters == ["after": 4])
    call("outcomes.subscribe", ["after": 2], result: ["first": 1, "last": 4])
    #expect(registrations.calls(for: nil).first?.parameters == ["after": 2])
    registrations.received("outcome", ["outcome": 3])
    registrations.received("outcomes.gap", ["epoch": "e-2", "from": 4, "to": 7])
    #expect(registrations.calls(for: nil).first?.parameters == ["after": 7, "epoch": "e-2"])
    registrations.received("outcome", ["epoch": "e-3", "outcome": 8])
    #expect(registrations.calls(for: nil).first?.parameters == ["after": 8, "epoch": "e-3"])
    call("outcomes.subscribe", ["after": 2, "epoch": "e-1"], result: ["first": 1, "last": 4])
    #expect(registrations.calls(for: nil).first?.parameters == ["after": 2, "epoch": "e-1"])
    call("outcomes.subscribe", result: ["epoch": "e-2", "first": 1, "last": 4])
    #expect(registrations.calls(for: nil).first?.parameters == ["after": 4, "epoch": "e-2"])

    call("outcomes.unsubscribe")
    #expect(methods(for: nil) == [])
  }

  @Test(
    "begin the events where the bridge begins",
    arguments: [
      (["since": 5], ["seq": 9, "gap": nil], 5),
      ([:], ["seq": 9, "gap": nil], 9),
      (["since": 5], ["seq": 9, "oldest": 8, "gap": ["from": 6, "to": 7]], 7),
      (["since": 5], ["seq": 9, "oldest": nil, "gap": ["from": 6, "to": 9]], 9),
    ] as [([String: JSONValue], [String: JSONValue], JSONValue)])
  mutating func start(
    parameters: [String: JSONValue], result: [String: JSONValue], since: JSONValue
  ) {
    let answer = result.merging(["epoch": "e-1"]) { _, last in last }

    call("events.subscribe", parameters, result: .object(answer))

    #expect(registrations.calls(for: nil).first?.parameters["since"] == since)
  }
}
