import AltcraftEngine
import EngineTestSupport
import JSONCodec
import Testing

@Suite("A configuration is read and stored")
struct ConfigurationTests {
  @Test("all members are read, and written in the same form")
  func everything() throws {
    let text =
      #"{"apiUrl":"https://h/api","rToken":"t-1","appInfo":{"appID":"a","appIID":"b","appVer":"c"},"#
      + #""providerPriorityList":["ios-huawei","ios-apns"],"enableLogging":true,"#
      + #""device":{"os":"o","osVersion":"1","deviceModel":"m","deviceName":"n","deviceType":"t","#
      + #""language":"de","adId":"x","adTrack":true,"timeZone":"Europe/Berlin"},"#
      + #""eventCodes":"legacy","retry":{"firstSeconds":0.5,"maxSeconds":60,"totalSeconds":86400},"#
      + #""rTokenMatchingMode":"rToken"}"#

    let configuration = try decode(text)

    #expect(configuration.json.text == text)
    #expect(configuration.rToken == Secret("t-1"))
    #expect(configuration.providerPriorityList == [.iosHuawei, .iosAPNS])
    #expect(
      configuration.eventCodes == .legacy && configuration.rTokenMatchingMode == .resourceToken)
    #expect(configuration.retry.firstSeconds == 0.5 && configuration.device.adTrack == true)
    #expect(try decode(configuration.json.text) == configuration)
  }

  @Test(
    "an omitted member has its default",
    arguments: [
      #"{"apiUrl":"https://h"}"#,
      #"{"apiUrl":"https://h/","rToken":"","appInfo":null,"providerPriorityList":null,"retry":null,"#
        + #""device":null,"eventCodes":null,"rTokenMatchingMode":null,"enableLogging":null,"#
        + #""android_icon":1}"#,
      #"{"apiUrl":"https://h/","rToken":1,"appInfo":[],"providerPriorityList":{},"device":1,"#
        + #""retry":{"firstSeconds":-1,"maxSeconds":0,"totalSeconds":"x"},"eventCodes":"x"}"#,
    ])
  func defaults(text: String) throws {
    let configuration = try decode(text)

    #expect(
      configuration.json.text
        == #"{"apiUrl":"https://h","device":{},"eventCodes":"current","retry":{},"#
        + #""rTokenMatchingMode":"push_sub"}"#)
    #expect(configuration.rToken == nil && configuration.appInfo == nil)
    #expect(configuration.enableLogging == nil && configuration.providerPriorityList == nil)
  }

  @Test(
    "each error has its code",
    arguments: [
      ("null", .notSet, 401), ("[]", .notSet, 401), ("{}", .apiURL(.empty), 471),
      (#"{"apiUrl":null}"#, .apiURL(.empty), 471), (#"{"apiUrl":7}"#, .apiURL(.empty), 471),
      (#"{"apiUrl":"http://h"}"#, .apiURL(.insecure), 471),
      (#"{"apiUrl":"","rToken":" "}"#, .apiURL(.empty), 471),
      (#"{"apiUrl":"https://h","rToken":" "}"#, .rTokenSurplus(.space), 472),
      (#"{"apiUrl":"https://h","rToken":"r-1\n"}"#, .rTokenSurplus(.lineEnd), 472),
      (#"{"apiUrl":"https://h","rToken":"Bearer r-1"}"#, .rTokenSurplus(.scheme), 472),
      (#"{"apiUrl":"https://h","rToken":"a\nb"}"#, .rToken, 472),
      (#"{"apiUrl":"https://h","rToken":"\u007f"}"#, .rToken, 472),
      (#"{"apiUrl":"https://h","rToken":"é"}"#, .rToken, 472),
      (
        #"{"apiUrl":"https://h","rToken":"\#(String(repeating: "x", count: 513))"}"#, .rToken, 472
      ),
      (
        #"{"apiUrl":"https://h","providerPriorityList":["ios-apns","gcm"]}"#, .provider("gcm"), 473
      ),
      (#"{"apiUrl":"https://h","providerPriorityList":[""]}"#, .provider(""), 473),
    ] as [(String, ConfigurationFailure, Int)])
  func failures(text: String, failure: ConfigurationFailure, code: Int) {
    #expect(throws: failure) { try decode(text) }
    #expect(failure.code.rawValue == code)
    #expect((failure.value != nil) == (code == 473))
  }

  @Test("a resource token may have 512 printable characters")
  func longToken() throws {
    let token = String(repeating: "~", count: 511) + "!"

    #expect(try decode(#"{"apiUrl":"https://h","rToken":"\#(token)"}"#).rToken == Secret(token))
  }

  @Test("a resource token is not visible in a printed configuration")
  func redaction() throws {
    let configuration = try decode(#"{"apiUrl":"https://h","rToken":"hush"}"#)

    #expect(!"\(configuration)".contains("hush"))
  }
}

@Suite("A subscription describes its device")
struct DeviceFieldsTests {
  @Test("values missing in the configuration are taken from the host")
  func defaults() throws {
    let configuration = try decode(#"{"apiUrl":"https://h","device":{"timeZone":"+0530"}}"#)

    let fields = DeviceFields.fields(configuration, on: host, customFields: nil, at: noon)

    #expect(
      JSON.object(fields).text
        == #"{"_os":"IOS","_os_tz":"+0530","_os_language":"ru","_os_ver":"6.1","#
        + #""_device_type":"mob","_device_model":"x86_64","_device_name":"box","_ad_track":false}"#)
  }

  @Test("the configuration overrides the host, the app follows, custom fields override both")
  func order() throws {
    let configuration = try decode(
      #"{"apiUrl":"https://h","appInfo":{"appID":"a","appVer":"1"},"#
        + #""device":{"os":"Tizen","osVersion":"9","deviceModel":"m","deviceName":"n","#
        + #""deviceType":"tv","language":"de","timeZone":"-0330","adTrack":true,"adId":"id-1"}}"#)

    let fields = DeviceFields.fields(
      configuration, on: host, customFields: ["_os": "mine", "_app_ver": nil, "x": 1], at: noon)

    #expect(
      JSON.object(fields).text
        == #"{"_os":"mine","_os_tz":"-0330","_os_language":"de","_os_ver":"9","#
        + #""_device_type":"tv","_device_model":"m","_device_name":"n","_ad_track":true,"#
        + #""_ad_id":"id-1","_app_id":"a","_app_iid":"","_app_ver":null,"x":1}"#)
  }

  @Test(
    "an advertising id is sent only if tracking is allowed",
    arguments: [#""adTrack":false,"#, ""])
  func tracking(setting: String) throws {
    let configuration = try decode(#"{"apiUrl":"https://h","device":{\#(setting)"adId":"id-1"}}"#)

    let fields = DeviceFields.fields(configuration, on: host, customFields: nil, at: noon)

    #expect(fields["_ad_track"] == false && fields["_ad_id"] == nil)
  }

  @Test(
    "the language is that of the locale",
    arguments: [
      ("ru_RU.UTF-8", "ru"), ("en", "en"), ("DE-de", "de"), ("sr@latin", "sr"), ("", "unknown"),
      ("C", "unknown"), ("C.UTF-8", "unknown"), ("POSIX", "unknown"),
    ])
  func language(locale: String, language: String) {
    #expect(HostDevice.language(ofLocale: locale) == language)
  }

  @Test("this machine provides values of its own")
  func thisHost() {
    let host = HostDevice.current()

    for text in [host.osVersion, host.model, host.name, host.language] { #expect(!text.isEmpty) }
  }

  private let host = HostDevice(osVersion: "6.1", model: "x86_64", name: "box", language: "ru")
  private let noon = Timestamp(seconds: 1_800_000_000)
}

private func decode(_ text: String) throws -> Configuration {
  try Configuration.decode(
    JSONParser.parse(Array(text.utf8)).value, allowsInsecureHTTP: false)
}
