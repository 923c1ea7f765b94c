/// A public function of the Altcraft SDK with its counterpart in the bridge.
package struct SDKFunction: Sendable {
  package enum Counterpart: Sendable {
    /// The host calls this method, or an alias of it.
    case method(String)
    /// The host implements the function. The bridge calls it once the host has registered for it with that
    /// method.
    case callback(String, registeredBy: String)
    /// There is no counterpart, for this reason.
    case none(String)
  }

  /// The counterpart of one parameter.
  package enum Use: Sendable, ExpressibleByStringLiteral {
    /// Parameters of the method or callback; `configuration.apiUrl` is a member of one. The literal separates
    /// them by spaces.
    case parameters([String])
    /// The result of the call, or the host's answer to the callback.
    case answer
    /// The notifications `event`.
    case events
    /// There is none, for this reason.
    case none(String)

    package init(stringLiteral names: String) {
      self = .parameters(names.split(separator: " ").map(String.init))
    }
  }

  /// All spellings on the pages; the first is the usual one.
  package let names: [String]
  /// The pages that have it, by the short names of the coverage tests.
  package let pages: [String]
  package let counterpart: Counterpart
  package let parameters: [String: Use]
  /// Parameters of the counterpart whose value follows from the name of the function.
  package let constants: [String: String]

  init(
    _ names: [String], on pages: String, _ counterpart: Counterpart,
    _ parameters: [String: Use] = [:], constants: [String: String] = [:]
  ) {
    self.names = names
    self.pages = pages.split(separator: " ").map(String.init)
    self.counterpart = counterpart
    self.parameters = parameters
    self.constants = constants
  }

  /// The method to call in its place; nil where there is none.
  package var method: String? {
    switch counterpart {
    case .method(let name), .callback(_, registeredBy: let name): name
    case .none: nil
    }
  }
}
