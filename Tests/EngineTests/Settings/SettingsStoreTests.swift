import AltcraftEngine
import EngineTestSupport
import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

@Suite("Settings are stored in a file")
struct SettingsStoreTests {
  @Test("saved settings are loaded, and only this user can read them")
  func roundTrip() throws {
    let settings = try example()

    try store.save(settings)
    try store.save(settings)

    let loaded = try store.load(allowsInsecureHTTP: false)
    #expect(loaded.settings == settings && loaded.refusal == nil)
    #expect(try mode("config.json") == 0o600)
    #expect(try names() == ["config.json"])
  }

  @Test("the format of the file stays readable")
  func format() throws {
    try store.save(try example())

    let text = try String(contentsOfFile: temporary.path + "/config.json", encoding: .utf8)

    #expect(
      text
        == #"{"format":1,"configuration":{"apiUrl":"https://h","rToken":"t","device":{},"#
        + #""eventCodes":"current","retry":{},"rTokenMatchingMode":"push_sub"},"#
        + #""pushToken":{"provider":"ios-firebase","token":"p"},"clearedThrough":null,"epoch":0,"#
        + #""userDefaults":{"s":{"k":[1,{"x":null}]}}}"#)
  }

  // With raised limits a configuration could be saved that no process could read again.
  @Test("settings that could not be read again are not saved")
  func tooLargeToSave() throws {
    try store.save(try example())
    let members: JSONObject = [
      "apiUrl": "https://h",
      "appInfo": ["appVer": .string(String(repeating: "v", count: 5 << 20))],
    ]
    let large = Settings(
      configuration: try Configuration.decode(.object(members), allowsInsecureHTTP: false))

    #expect(throws: SettingsError.self) { try store.save(large) }

    #expect(try store.load(allowsInsecureHTTP: false).settings == example())
  }

  @Test("without a file the settings are empty")
  func missing() throws {
    let loaded = try store.load(allowsInsecureHTTP: false)

    #expect(loaded.settings == Settings() && loaded.refusal == nil)
  }

  @Test("a new file left behind by a crash causes no error")
  func leftover() throws {
    try write("half", to: "config.json.new")

    try store.save(try example())

    #expect(try store.load(allowsInsecureHTTP: false).settings == example())
    #expect(try names() == ["config.json"])
  }

  @Test(
    "a damaged file is moved to quarantine, once",
    arguments: [
      "", "{", "[]", "{}", #"{"format":2,"configuration":null,"pushToken":null,"userDefaults":{}}"#,
      #"{"format":1,"configuration":null,"pushToken":{"provider":"x"},"userDefaults":{}}"#,
      #"{"format":1,"configuration":null,"pushToken":null,"userDefaults":[]}"#,
      #"{"format":1,"configuration":null,"pushToken":null}"#, "\0\0\0\0",
    ])
  func damaged(content: String) throws {
    try write("older", to: "quarantine/config.json")
    try write(content, to: "config.json")

    #expect(throws: SettingsError.damaged(isInQuarantine: true)) {
      try store.load(allowsInsecureHTTP: false)
    }

    #expect(try store.load(allowsInsecureHTTP: false).settings == Settings())
    #expect(try read("quarantine/config.json") == content)
  }

  @Test("a file cut anywhere is damaged and never half read")
  func torn() throws {
    try store.save(try example())
    let whole = try read("config.json")

    for length in 0..<whole.utf8.count {
      try write(String(whole.prefix(length)), to: "config.json")
      #expect(throws: SettingsError.damaged(isInQuarantine: true)) {
        try store.load(allowsInsecureHTTP: false)
      }
    }
  }

  @Test("a configuration that is no longer allowed is reported, and the other settings are read")
  func refused() throws {
    var settings = Settings(manualToken: PushToken(provider: .iosAPNS, token: "p"))
    settings.configuration = try Configuration.decode(
      ["apiUrl": "http://example.com"], allowsInsecureHTTP: true)
    try store.save(settings)

    let loaded = try store.load(allowsInsecureHTTP: false)

    #expect(loaded.refusal == .apiURL(.insecure))
    #expect(loaded.settings.configuration == nil)
    #expect(loaded.settings.manualToken == settings.manualToken)
    #expect(try store.load(allowsInsecureHTTP: true).settings == settings)
  }

  @Test("removing leaves nothing and may be repeated")
  func remove() throws {
    try store.save(try example())
    try write("x", to: "config.json.new")
    try write("x", to: "quarantine/config.json")

    try store.remove()
    try store.remove()

    #expect(try names() == ["quarantine"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.path + "/quarantine") == [])
  }

  @Test("a link, a pipe or a directory in place of the file is an error and does not block")
  func notAFile() throws {
    let path = temporary.path + "/config.json"
    try write("{}", to: "elsewhere")

    symlink("elsewhere", path)
    #expect(throws: SettingsError.storage(.io(errno: ELOOP))) {
      try store.load(allowsInsecureHTTP: false)
    }
    unlink(path)
    mkfifo(path, 0o600)
    #expect(throws: SettingsError.storage(.io(errno: EINVAL))) {
      try store.load(allowsInsecureHTTP: false)
    }
    unlink(path)
    mkdir(path, 0o700)
    #expect(throws: SettingsError.storage(.io(errno: EINVAL))) {
      try store.load(allowsInsecureHTTP: false)
    }
    #expect(throws: SettingsError.storage(.io(errno: EISDIR))) { try store.save(Settings()) }
  }

  @Test("a file beyond the limit is not read into memory")
  func tooLarge() throws {
    #expect(truncate(temporary.path + "/config.json", 0) == -1)
    try write("x", to: "config.json")
    truncate(temporary.path + "/config.json", 1 << 40)

    #expect(throws: SettingsError.storage(.io(errno: EFBIG))) {
      try store.load(allowsInsecureHTTP: false)
    }
  }

  @Test("a missing directory fails the save and changes nothing")
  func directoryGone() throws {
    rmdir(temporary.path)

    #expect(throws: SettingsError.storage(.io(errno: ENOENT))) { try store.save(Settings()) }
  }

  @Test("disk errors are reported in one of three categories")
  func failuresAreNamed() {
    #expect(StorageFailure(errno: ENOSPC) == .noSpace && StorageFailure(errno: EDQUOT) == .noSpace)
    #expect(StorageFailure(errno: EROFS).cause == "readOnly")
    #expect(StorageFailure(errno: EIO).cause == "ioError")
    #expect(StorageFailure.noSpace.cause == "noSpace")
  }

  private let temporary: TemporaryDirectory
  private let store: SettingsStore

  init() throws {
    temporary = TemporaryDirectory()
    store = SettingsStore(directory: try DataDirectory.open(temporary.path).directory)
  }

  private func example() throws -> Settings {
    var settings = Settings(
      configuration: try Configuration.decode(
        ["apiUrl": "https://h/", "rToken": "t"], allowsInsecureHTTP: false),
      manualToken: PushToken(provider: .iosFirebase, token: "p"))
    try settings.setUserDefault([1, ["x": nil]], suite: "s", key: "k")
    return settings
  }

  private func write(_ text: String, to name: String) throws {
    mkdir(temporary.path + "/quarantine", 0o700)
    try Data(text.utf8).write(to: URL(filePath: "\(temporary.path)/\(name)"))
    if name != "quarantine/config.json" { rmdir(temporary.path + "/quarantine") }
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(temporary.path)/\(name)", encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted()
  }

  private func mode(_ name: String) throws -> UInt32 {
    var status = stat()
    try #require(lstat("\(temporary.path)/\(name)", &status) == 0)
    return status.st_mode & 0o777
  }
}

@Suite("Stored values of a group")
struct UserDefaultsTests {
  @Test("a value is kept under suite and key, null removes it, a blank key is ignored")
  func setting() throws {
    var settings = Settings()
    try settings.setUserDefault("v", suite: "s", key: "k")
    try settings.setUserDefault(2, suite: "s", key: "other")
    try settings.setUserDefault(3, suite: "t", key: "k")
    try settings.setUserDefault(4, suite: "s", key: " \t")

    #expect(settings.userDefault(suite: "s", key: "k") == "v")
    #expect(settings.userDefault(suite: "t", key: "k") == 3)
    #expect(settings.userDefault(suite: "s", key: " \t") == nil)

    try settings.setUserDefault(nil, suite: "s", key: "k")
    try settings.setUserDefault(nil, suite: "t", key: "k")
    try settings.setUserDefault(nil, suite: "t", key: "never set")

    #expect(JSON.object(settings.userDefaults).text == #"{"s":{"other":2}}"#)
  }

  @Test("a value has at most 64 KiB of JSON")
  func valueLimit() throws {
    var settings = Settings()
    let largest = JSON.string(String(repeating: "x", count: Settings.valueLimit - 2))
    try settings.setUserDefault(largest, suite: "s", key: "k")

    #expect(throws: UserDefaultsFailure.valueTooLarge) {
      let tooLarge = JSON.string(String(repeating: "x", count: Settings.valueLimit - 1))
      try settings.setUserDefault(tooLarge, suite: "s", key: "k")
    }
    #expect(settings.userDefault(suite: "s", key: "k") == largest)
  }

  @Test("all values have at most 1 MiB; beyond that values can only be removed")
  func totalLimit() throws {
    var settings = Settings()
    let value = JSON.string(String(repeating: "x", count: Settings.valueLimit - 2))
    for key in 0..<15 { try settings.setUserDefault(value, suite: "s", key: "\(key)") }

    #expect(throws: UserDefaultsFailure.full) {
      try settings.setUserDefault(value, suite: "s", key: "last")
    }
    try settings.setUserDefault(nil, suite: "s", key: "0")
    try settings.setUserDefault(value, suite: "s", key: "last")
  }
}
