import Testing

@testable import BridgeCommandLine
@testable import System

@Suite("The settings in the doctor's report") struct DoctorOptionsTests {
  private func doctor(_ flags: String, _ commandEnvironment: CommandEnvironment) throws
    -> DoctorOptions
  {
    guard case .doctor(let options) = try parse("doctor " + flags, commandEnvironment) else {
      throw UsageError(message: "not doctor", status: .fault)
    }
    return options
  }

  @Test("each setting in effect is listed with its source")
  func sources() throws {
    let options = try doctor(
      "--data-dir /flag --config /etc/c",
      commandEnvironment(
        [
          "ALTCRAFT_BRIDGE_DATA_DIR": "/variable", "ALTCRAFT_BRIDGE_LISTEN": "127.0.0.1:9",
          "ALTCRAFT_BRIDGE_LIMIT": "depth=3",
        ], files: ["/etc/c": #"{"socket":"s","listen":"[::1]:1","limit":{"depth":2,"inFlight":4}}"#]
      ))

    let found = Dictionary(uniqueKeysWithValues: options.settings.map { ($0.name, $0) })
    func says(_ name: String, _ value: String, _ source: String) -> Bool {
      found[name] == DoctorOptions.Setting(name: name, value: value, source: source)
    }
    #expect(says("dataDir", "/flag", "--data-dir"))
    #expect(says("listen", "127.0.0.1:9", "ALTCRAFT_BRIDGE_LISTEN"))
    #expect(says("socket", "/etc/s", "/etc/c"))
    #expect(says("limit.depth", "3", "ALTCRAFT_BRIDGE_LIMIT"))
    #expect(says("limit.inFlight", "4", "/etc/c"))
    #expect(says("logLevel", "notice", "default"))
    #expect(found.keys.contains("durability") && options.problems.isEmpty)
    #expect(options.serve.socket == "/etc/s" && options.serve.dataDir == "/flag")
  }

  @Test("a variable that is not UTF-8 is reported, and the other settings still apply")
  func unreadable() throws {
    var environment = commandEnvironment(["ALTCRAFT_BRIDGE_DURABILITY": "process"])
    environment.unreadable = ["ALTCRAFT_BRIDGE_LISTEN": NotUTF8(offset: 0, byte: 0xFF)]

    let options = try doctor("", environment)

    #expect(
      options.problems == [
        .init(place: "ALTCRAFT_BRIDGE_LISTEN", complaint: "not UTF-8 at byte 0 (0xff)")
      ])
    #expect(options.serve.durability == .process && options.serve.listen == nil)
  }

  @Test("an unusable setting is reported with its place, and the other settings still apply")
  func problems() throws {
    let options = try doctor(
      "--config c",
      commandEnvironment(
        ["ALTCRAFT_BRIDGE_LISTEN": "*:80", "ALTCRAFT_BRIDGE_LOGLEVEL": "info"],
        files: ["c": #"{"dataDri":"x","durability":"process"}"#]))

    #expect(
      options.problems == [
        .init(
          place: "ALTCRAFT_BRIDGE_LISTEN=*:80",
          complaint: "must be 127.0.0.1:PORT or [::1]:PORT"),
        .init(place: "c", complaint: "dataDri: unknown setting, did you mean dataDir?"),
      ])
    #expect(options.serve.durability == .process)
    #expect(
      options.unknownVariables == [
        "ALTCRAFT_BRIDGE_LOGLEVEL: unknown variable, did you mean ALTCRAFT_BRIDGE_LOG_LEVEL?"
      ])
    #expect(
      try doctor("--config d", commandEnvironment()).problems.first?.complaint
        == "no such file or directory")
  }
}
