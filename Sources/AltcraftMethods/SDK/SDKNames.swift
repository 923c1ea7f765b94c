/// The names of the SDK's functions as a caller may write them, with the methods to call instead.
package enum SDKNames {
  /// The longest name of the SDK has 85 bytes.
  private static let longestName = 128

  /// Returns the counterpart of an SDK function: `eventSDKFunctions.subscribe` gives `events.subscribe`. Case
  /// is ignored, `shared` and leading parts of the name may be missing, arguments may follow in parentheses.
  /// Returns nil for any other name.
  package static func method(for name: String) -> String? {
    guard name.utf8.count <= longestName else { return nil }
    return methods[key(parts(of: name))]
  }

  /// The methods by lower-case name without `shared`. The first function of a name wins: those of
  /// `AltcraftSDK` precede those of `AltcraftNSE`.
  private static let methods: [String: String] = {
    var methods: [String: String] = [:]
    for function in SDKFunctions.all {
      guard let method = function.method else { continue }
      for parts in function.names.map(parts(of:)) {
        for start in parts.indices where start == 0 || parts.count - start > 1 {
          let key = key(parts[start...])
          methods[key] = methods[key] ?? method
        }
      }
    }
    return methods
  }()

  private static func parts(of name: String) -> ArraySlice<Substring> {
    name.prefix { $0 != "(" && !$0.isWhitespace }.split(separator: ".")
      .filter { $0.lowercased() != "shared" }[...]
  }

  private static func key(_ parts: ArraySlice<Substring>) -> String {
    parts.joined(separator: ".").lowercased()
  }
}
