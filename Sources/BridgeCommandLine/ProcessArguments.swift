import Glibc
import System

/// The arguments of the process.
///
/// Swift reads the arguments from /proc, which a container may hide, and replaces bytes that are
/// not UTF-8. The C library passes them to the functions in `.init_array`, so they are stored from
/// there.
package enum ProcessArguments {
  /// Returns the words after the name of the program. Throws for one that is not UTF-8, a path too:
  /// the bridge shows its paths in JSON, where a replaced byte would name another file.
  package static func words() throws(UsageError) -> [String] { try words(all.dropFirst()) }

  static func words(_ arguments: ArraySlice<[UInt8]>) throws(UsageError) -> [String] {
    var words: [String] = []
    for argument in arguments {
      do throws(NotUTF8) { words.append(try String(utf8: argument)) } catch {
        throw .usage(
          "argument \(words.count + 1): \(error.complaint); write it in UTF-8, a path too")
      }
    }
    return words
  }

  private static var all: [[UInt8]] {
    guard let vector else { return [] }
    return (0..<Int(count)).compactMap { vector[$0] }.map { Array(bytesOf: $0) }
  }

  /// The word with which a shell starts this program again, from the same directory.
  package static var programWord: String {
    word(startedAs: String(decoding: all.first ?? [], as: UTF8.self))
  }

  static func word(startedAs path: String) -> String {
    guard path.contains("/") else { return path.isEmpty ? "altcraft-bridge" : path }
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "/._-+@%:,".unicodeScalars.contains($0)
    }
    return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }
}

extension [UInt8] {
  /// The bytes of a text of the C library, without the zero.
  init(bytesOf text: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
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
