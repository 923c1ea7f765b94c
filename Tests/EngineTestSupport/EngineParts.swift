import AltcraftEngine
import DurableLog
import Glibc
import HTTP
import TestSupport

extension EngineParts {
  /// Makes the parts of an engine with that platform. Its data is in `directory`, without a lock: a test may open the
  /// data once more, as the next process.
  package static func underTest(
    in directory: TemporaryDirectory, kinds: [JobKind], http: any HTTPClient,
    environment: Environment = .real, limits: Limits = Limits(), durability: Durability = .power
  ) -> EngineParts {
    let path = directory.path
    return EngineParts(
      environment: environment, limits: limits, kinds: kinds, http: http, log: .none,
      durability: durability, allowsInsecureHTTP: false,
      directory: { group throws(StorageFailure) in
        let root = Directory(adopting: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        try root.makeDirectory(group.directoryName)
        return try root.openDirectory(group.directoryName)
      }, setLogLevel: { _ in })
  }
}
