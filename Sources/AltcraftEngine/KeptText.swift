import JSONCodec

/// The bound of each text from the host or the platform that events, errors, outcomes and the log keep.
enum KeptText {
  /// The maximum in bytes between the quotes of a JSON string.
  static let bytes = 4096

  /// Returns the text itself, or its beginning and its size.
  static func cut(_ text: String) -> String { text.cut(to: bytes) }
}
