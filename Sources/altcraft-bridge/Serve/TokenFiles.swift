import AltcraftEngine
import JSONCodec

/// The tokens of one run of the service.
struct TokenFiles: Sendable {
  let control: TokenFile
  let observer: TokenFile

  init(in directory: Directory) throws(StorageFailure) {
    control = try TokenFile(TokenFile.control, in: directory)
    observer = try TokenFile(TokenFile.observer, in: directory)
  }

  func remove() {
    control.remove()
    observer.remove()
  }
}

/// A file with an authentication token. Made at each start, removed at a clean end.
struct TokenFile: Sendable {
  /// The file for hosts, and the file for those that only read.
  static let control = "rpc.token"
  static let observer = "rpc.observer-token"

  /// 32 random bytes in hex.
  let token: String
  private let name: String
  private let directory: Directory

  /// Writes a new token.
  init(_ name: String, in directory: Directory) throws(StorageFailure) {
    self.name = name
    self.directory = directory
    var generator = SystemRandomNumberGenerator()
    token = Hex.text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let temporary = name + ".new"
    try directory.remove(temporary)
    try directory.createFile(temporary, holding: Array(token.utf8))
    try directory.rename(temporary, to: name)
    try directory.sync()
  }

  func remove() {
    // Best effort: a token that stays is replaced at the next start.
    _ = Result { () throws(StorageFailure) in try directory.remove(name) }
  }
}
