import JSONCodec

/// Finds the method of a name.
package struct Dispatcher<Context: Sendable>: Sendable {
  private let entries: [String: MethodEntry<Context>]
  private let names: [String]

  /// Each entry under its own name and under the aliases given for that name.
  package init(_ entries: [MethodEntry<Context>], aliases: [String: [String]] = [:]) {
    var byName: [String: MethodEntry<Context>] = [:]
    for entry in entries {
      for name in [entry.name] + (aliases[entry.name] ?? []) {
        precondition(byName[name] == nil, "two methods are called \(name)")
        byName[name] = entry
      }
    }
    self.entries = byName
    names = byName.keys.sorted()
  }

  package func entry(for name: String) throws(RPCError) -> MethodEntry<Context> {
    // A dictionary finds names that are only equivalent to the one sent, as U+212A is to K.
    guard let index = entries.index(forKey: name), entries[index].key.hasSameBytes(as: name) else {
      throw .methodNotFound(suggestions: Suggestions.nearest(to: name, among: names))
    }
    return entries[index].value
  }
}
