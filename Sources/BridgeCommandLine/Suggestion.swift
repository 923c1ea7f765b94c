import JSONRPC

/// A suggestion for a misspelt word, as the end of a sentence.
package enum Suggestion {
  /// Returns ", did you mean x?", or the empty string if no word is similar.
  static func text(for word: String, among words: [String]) -> String {
    text(Array(Suggestions.nearest(to: word, among: words).prefix(2)))
  }

  package static func text(_ nearest: [String]) -> String {
    nearest.isEmpty ? "" : ", did you mean \(nearest.joined(separator: " or "))?"
  }
}
