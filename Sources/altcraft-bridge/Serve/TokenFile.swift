import AltcraftEngine
import JSONCodec

/// The `rpc.token` file: the authentication token for the TCP port. Made at each start, removed at a clean
/// end.
struct TokenFile: Sendable {
  private static let name = "rpc.token"

  private let directory: Directory
  private let token: [UInt8]

  /// Writes a new token: 32 random bytes in hex.
  init(in directory: Directory) throws(StorageFailure) {
    self.directory = directory
    var generator = SystemRandomNumberGenerator()
    token = Array(Hex.text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }).utf8)
    let temporary = Self.name + ".new"
    try directory.remove(temporary)
    try directory.createFile(temporary, holding: token)
    try directory.rename(temporary, to: Self.name)
    try directory.sync()
  }

  /// Compares in constant time, so that the duration reveals nothing about the token.
  func matches(_ given: String) -> Bool {
    let given = Array(given.utf8)
    guard given.count == token.count else { return false }
    return zip(given, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  func remove() {
    // Best effort: a token that stays is replaced at the next start.
    _ = Result { () throws(StorageFailure) in try directory.remove(Self.name) }
  }
}
