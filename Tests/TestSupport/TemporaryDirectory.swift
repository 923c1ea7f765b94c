import Foundation
import Glibc

/// A fresh directory of mode 0700 that goes away with this value's last reference.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/altcraft-bridge-test-XXXXXX".utf8CString)
    guard let created = mkdtemp(&template) else { fatalError("mkdtemp: errno \(errno)") }
    path = String(cString: created)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
