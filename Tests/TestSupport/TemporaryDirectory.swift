import Foundation
import Glibc
import Synchronization

/// A new directory of mode 0700, removed when the last reference to this value is released.
package final class TemporaryDirectory: Sendable {
  package let path: String
  private let farewells = Mutex<[@Sendable () -> Void]>([])

  package init() {
    var template = Array("/tmp/altcraft-bridge-test-XXXXXX".utf8CString)
    guard let created = mkdtemp(&template) else { fatalError("mkdtemp: errno \(errno)") }
    path = String(cString: created)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    for farewell in farewells.withLock({ $0 }) { farewell() }
  }

  /// Calls `body` after the removal of the directory. Nothing uses its files then, and a holder of open files
  /// can end.
  package func whenGone(_ body: @escaping @Sendable () -> Void) {
    farewells.withLock { $0.append(body) }
  }
}

/// The damage as a faulty disk causes it.
package enum JournalDamage {
  /// Flips a byte of the first record in the app group's files that contains `text`. Returns false if there
  /// is none.
  package static func flip(
    recordHolding text: String, in dataDirectory: String, group: String = "g-default"
  ) throws -> Bool {
    let folder = dataDirectory + "/" + group
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".log") {
      let file = URL(fileURLWithPath: folder + "/" + name)
      guard let range = try Data(contentsOf: file).range(of: Data(text.utf8)) else { continue }
      let handle = try FileHandle(forUpdating: file)
      try handle.seek(toOffset: UInt64(range.lowerBound))
      try handle.write(contentsOf: Data([0xFF]))
      try handle.close()
      return true
    }
    return false
  }
}
