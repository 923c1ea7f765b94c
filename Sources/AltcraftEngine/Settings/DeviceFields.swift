import Glibc
import JSONCodec

/// The members of `subscription.fields` that describe device and app.
package enum DeviceFields {
  /// Returns the members: device before app before `customFields`; a later one replaces an earlier one of the
  /// same name. `now` decides the offset of the time zone.
  package static func fields(
    _ configuration: Configuration, on host: HostDevice, customFields: JSONObject?,
    at now: Timestamp
  ) -> JSONObject {
    let later = (appFields(configuration.appInfo)?.members ?? []) + (customFields?.members ?? [])
    return later.reduce(into: deviceFields(configuration.device, on: host, at: now)) {
      $0[$1.key] = $1.value
    }
  }

  private static func deviceFields(
    _ device: DeviceSettings, on host: HostDevice, at now: Timestamp
  ) -> JSONObject {
    let offset = TimeZoneOffset(zone: device.timeZone, at: now)
    let mayTrack = device.adTrack ?? false
    var fields: JSONObject = [
      "_os": .string(device.os ?? "IOS"),
      "_os_tz": .string(offset.text),
      "_os_language": .string(device.language ?? host.language),
      "_os_ver": .string(device.osVersion ?? host.osVersion),
      "_device_type": .string(device.deviceType ?? "mob"),
      "_device_model": .string(device.deviceModel ?? host.model),
      "_device_name": .string(device.deviceName ?? host.name),
      "_ad_track": .bool(mayTrack),
    ]
    if mayTrack { fields["_ad_id"] = device.adID.map(JSON.string) }
    return fields
  }

  private static func appFields(_ app: AppInfo?) -> JSONObject? {
    app.map {
      [
        "_app_id": .string($0.appID), "_app_iid": .string($0.appIID),
        "_app_ver": .string($0.appVer),
      ]
    }
  }
}

/// The system's data of the device, for members that the configuration lacks.
package struct HostDevice: Sendable, Equatable {
  package var osVersion: String
  package var model: String
  package var name: String
  package var language: String

  package init(osVersion: String, model: String, name: String, language: String) {
    self.osVersion = osVersion
    self.model = model
    self.name = name
    self.language = language
  }

  /// Reads the data of this machine: release and hardware name of the kernel, host name, language of the
  /// locale.
  package static func current() -> HostDevice {
    var system = utsname()
    uname(&system)
    let value = { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
    let locale = [value("LC_ALL"), value("LC_MESSAGES"), value("LANG")].first { !$0.isEmpty }
    return HostDevice(
      osVersion: text(&system.release), model: text(&system.machine),
      name: text(&system.nodename), language: language(ofLocale: locale ?? ""))
  }

  /// Returns `ru` for `ru_RU.UTF-8`; `unknown` for the locales `C` and `POSIX`, and for none.
  package static func language(ofLocale locale: String) -> String {
    let code = locale.prefix { !"_.@-".contains($0) }
    return code.isEmpty || code == "C" || code == "POSIX" ? "unknown" : code.lowercased()
  }

  /// Returns the text of a C array of characters, which Swift imports as a tuple.
  private static func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
