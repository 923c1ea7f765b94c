extension File {
  /// Reads a file that people write: without the byte order mark that editors of Windows put before
  /// UTF-8. Their UTF-16 is refused.
  package static func readText(
    _ path: String, maxBytes: Int = File.maxBytes
  ) -> Result<[UInt8], FileUnreadable> {
    read(path, maxBytes: maxBytes).flatMap(text)
  }

  /// Returns the bytes of such a file, which were read, as `readText` does.
  package static func text(_ bytes: [UInt8]) -> Result<[UInt8], FileUnreadable> {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return .failure(FileUnreadable(reason: "the text is UTF-16; save it as UTF-8"))
    }
    return .success(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
  }
}
