import Testing

@testable import AltcraftBridgeClient

@Suite("The registrations of the client for Swift") struct RegistrationTests {
  private var registrations = Registrations()

  private mutating func call(
    _ method: String, _ parameters: [String: JSONValue] = [:], result: JSONValue = true
  ) -> Bool {
    registrations.succeeded(method, parameters, result)
  }

  private func methods(for epoch: String?) -> [String] {
    registrations.calls(for: epoch).map(\.method)
  }

  @Test("are repeated with their last parameters, the app group first, and by their first names")
  mutating func repeated() {
    #expect(!call("setJWTProvider", ["provider": "callback"]))
    #expect(!call("nse.setJWTProvider", ["provider": "stored"]))
    #expect(!call("pushSubscribe"))
    #expect(call("nse.setAppGroup", ["appGroup": "a"]))

    #expect(methods(for: "e-2") == ["setAppGroup", "setJWTProvider"])
    #expect(registrations.calls(for: "e-2")[1].parameters == ["provider": "stored"])
  }

  @Test("of a process are repeated only for another process, or for one that is not known")
  mutating func ofProcess() {
    #expect(call("bridge.setLogLevel", ["level": "debug"]))
    #expect(methods(for: nil) == ["bridge.setLogLevel"])
    registrations.processEpoch = "e-1"
    #expect(!call("bridge.setLogLevel", ["level": "info"]))

    #expect(methods(for: "e-1") == [])
    #expect(methods(for: "e-2") == ["bridge.setLogLevel"])
  }

  @Test("continue the events behind the last one, and end with the subscription")
  mutating func events() {
    registrations.received("event", ["epoch": "e-1", "seq": 8])
    #expect(!call("events.subscribe", ["since": 5], result: ["epoch": "e-1", "seq": 7]))
    registrations.received("event", ["epoch": "e-1", "seq": 6])
    let place = registrations.calls(for: nil).first?.parameters
    #expect(place == ["epoch": "e-1", "since": 8])
    registrations.received("events.gap", ["epoch": "e-1", "to": 12])
    #expect(registrations.calls(for: nil).first?.parameters["since"] == 12)

    #expect(!call("unsubscribeFromEvent"))
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

    #expect(!call("events.subscribe", parameters, result: .object(answer)))

    #expect(registrations.calls(for: nil).first?.parameters["since"] == since)
  }
}
