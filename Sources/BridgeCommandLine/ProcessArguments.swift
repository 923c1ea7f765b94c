/// The arguments of the process, with the program name first.
///
/// Swift reads the arguments from /proc, which a container may hide. The C library passes them to the
/// functions in `.init_array`, so they are stored from there too.
package enum ProcessArguments {
  package static var all: [String] {
    let read = CommandLine.arguments
    guard read.isEmpty, let vector else { return read }
    return (0..<Int(count)).compactMap { vector[$0] }.map { String(cString: $0) }
  }

  /// The word with which a shell starts this program again, from the same directory.
  package static var programWord: String { word(startedAs: all.first ?? "") }

  static func word(startedAs path: String) -> String {
    guard path.contains("/") else { return path.isEmpty ? "altcraft-bridge" : path }
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "/._-+@%:,".unicodeScalars.contains($0)
    }
    return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }
}

private typealias ArgumentVector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

// Written once, before any other thread exists.
nonisolated(unsafe) private var count: Int32 = 0
nonisolated(unsafe) private var vector: ArgumentVector?

@section(".init_array") @used
private let keepArguments: @convention(c) (Int32, ArgumentVector?, ArgumentVector?) -> Void = {
  words, strings, _ in
  count = words
  vector = strings
}
