import Glibc
import System

/// The time zone database: a directory with a file for each IANA name. Without it no name can be
/// resolved.
package enum TimeZoneDatabase {
  /// The directory on this machine, which the C library uses too: that of `TZDIR`, or the usual
  /// one.
  package static let path: String = {
    let directory = getenv("TZDIR").map { String(cString: $0) } ?? ""
    return directory.isEmpty ? "/usr/share/zoneinfo" : directory
  }()

  /// Returns true if the directory has a file of the zone that every database has.
  package static func isThere(_ database: String = path) -> Bool {
    TimeZoneFile.load("UTC", from: database) != nil
  }

  package static let remedy =
    "install tzdata, or mount the database of another machine at that place"

  /// Returns what is wrong with the setting of the machine's own zone, for which the C library uses
  /// UTC without a word; nil if there is no setting, or if the library can use it. `variable` is
  /// the variable `TZ`, and `link` the file that counts without it.
  package static func complaintOfHost(
    variable: String?, database: String = path, link: String = "/etc/localtime"
  ) -> String? {
    guard let variable else {
      var status = stat()
      let isDangling = lstat(link, &status) == 0 && access(link, F_OK) != 0
      return isDangling ? "\(link) is a link to a file that does not exist" : nil
    }
    // The C library skips a colon, and accepts a name and a rule after it.
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    // These mean UTC anyway.
    if ["", "UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(text) { return nil }
    if TimeZoneRule.isRule(text) || TimeZoneFile.load(path: text, from: database) != nil {
      return nil
    }
    return "TZ=\(variable.inMessage) is neither a name in \(database) nor a rule"
  }
}
