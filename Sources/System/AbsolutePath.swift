import Glibc

extension String {
  /// Returns the path from the root: a relative path continues that of the working directory.
  /// Throws if that is not UTF-8: with replaced bytes it would be another directory.
  package func absolutePath() throws(NotUTF8) -> String {
    guard !hasPrefix("/"), let here = getcwd(nil, 0) else { return self }
    defer { free(here) }
    let bytes = UnsafeRawBufferPointer(start: here, count: strlen(here))
    return try String(utf8: Array(bytes)) + "/" + self
  }
}
