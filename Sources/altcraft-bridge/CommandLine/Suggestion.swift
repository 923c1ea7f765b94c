import JSONRPC

/// What somebody who misspelt a word may have meant, as the end of a sentence.
enum Suggestion {
  /// ", did you mean x?"; empty when nothing is near.
  static func text(for word: String, among words: [String]) -> String {
    text(Array(Suggestions.nearest(to: word, among: words).prefix(2)))
  }

  static func text(_ nearest: [String]) -> String {
    nearest.isEmpty ? "" : ", did you mean \(nearest.joined(separator: " or "))?"
  }
}
