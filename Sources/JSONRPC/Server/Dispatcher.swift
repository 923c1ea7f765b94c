import JSONCodec

/// The table of methods by name.
package struct Dispatcher: Sendable {
  /// A table with open addressing, keyed by the bytes of the name: `String` hashes and compares by Unicode
  /// equivalence, which costs more and would find names that are only equivalent to the one sent.
  ///
  /// A slot holds the number of a name, from 1; 0 marks an empty slot.
  private let slots: [UInt16]
  private let hashes: [UInt64]
  private let names: [[UInt8]]
  private let entries: [MethodEntry]
  private let synonym: @Sendable (String) -> String?
  private let otherwise: @Sendable (String) -> MethodEntry?

  /// Registers each entry under its own name and its aliases. `synonym` returns the name here of a method
  /// that other interfaces name differently; it is the first suggestion for that name, which stays unknown.
  /// `otherwise` returns the entry of a method that is not among `methods`; nil if it is unknown.
  package init(
    _ methods: [MethodEntry], synonym: @escaping @Sendable (String) -> String? = { _ in nil },
    otherwise: @escaping @Sendable (String) -> MethodEntry? = { _ in nil }
  ) {
    self.synonym = synonym
    self.otherwise = otherwise
    var names: [[UInt8]] = []
    var entries: [MethodEntry] = []
    for entry in methods {
      for name in [entry.name] + entry.aliases {
        names.append(Array(name.utf8))
        entries.append(entry)
      }
    }
    self.names = names
    self.entries = entries
    hashes = names.map { $0.withUnsafeBytes(\.keyHash) }
    // At most half full, so that a search ends soon.
    var size = 8
    while size < 2 * names.count { size *= 2 }
    var slots = [UInt16](repeating: 0, count: size)
    for number in names.indices {
      var index = Int(hashes[number] & UInt64(size - 1))
      while slots[index] != 0 {
        let other = names[Int(slots[index]) - 1]
        precondition(other != names[number], "two methods have one name")
        index = (index + 1) & (size - 1)
      }
      slots[index] = UInt16(number + 1)
    }
    self.slots = slots
  }

  package func entry(for name: String) throws(RPCError) -> MethodEntry {
    var name = name
    if let entry = name.withUTF8({ entry(for: UnsafeRawBufferPointer($0)) }) { return entry }
    if let entry = otherwise(name) { return entry }
    let known = names.map { String(decoding: $0, as: UTF8.self) }.sorted()
    let nearest = Suggestions.nearest(to: name, among: known)
    guard let synonym = synonym(name) else { throw .methodNotFound(name, suggestions: nearest) }
    let others = nearest.filter { $0 != synonym }.prefix(2)
    throw .methodNotFound(name, suggestions: [synonym] + others)
  }

  /// Returns the entry of that name, or nil if there is none.
  func entry(for name: UnsafeRawBufferPointer) -> MethodEntry? {
    // No keyed hash: the names in the table are fixed, and an unknown name only finds an empty slot.
    let hash = name.keyHash
    var index = Int(hash & UInt64(slots.count - 1))
    while slots[index] != 0 {
      let number = Int(slots[index]) - 1
      if hashes[number] == hash, names[number].withUnsafeBytes(name.hasSameBytes) {
        return entries[number]
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }
}
