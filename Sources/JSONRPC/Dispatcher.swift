import JSONCodec

/// Finds the method of a name.
package final class Dispatcher: Sendable {
  /// A table with open addressing, by the bytes of the name: `String` hashes and compares by Unicode
  /// equivalence, which costs more and would find names that are only equivalent to the one sent.
  private let slots: [Slot?]
  private let names: [String]

  private struct Slot {
    let hash: UInt
    let name: [UInt8]
    let entry: MethodEntry
  }

  /// Each entry under its own name and under the aliases given for that name.
  package init(_ entries: [MethodEntry], aliases: [String: [String]] = [:]) {
    let all = entries.flatMap { entry in
      ([entry.name] + (aliases[entry.name] ?? [])).map { (name: $0, entry: entry) }
    }
    names = all.map(\.name)
    // At most half full, so that a search ends soon.
    var size = 8
    while size < 2 * all.count { size *= 2 }
    var slots = [Slot?](repeating: nil, count: size)
    for (name, entry) in all {
      let slot = Slot(
        hash: Array(name.utf8).withUnsafeBytes(Self.hash), name: Array(name.utf8), entry: entry)
      var index = Int(slot.hash & UInt(size - 1))
      while let other = slots[index] {
        precondition(other.name != slot.name, "two methods are called \(name)")
        index = (index + 1) & (size - 1)
      }
      slots[index] = slot
    }
    self.slots = slots
  }

  package func entry(for name: String) throws(RPCError) -> MethodEntry {
    var name = name
    if let entry = name.withUTF8({ entry(for: UnsafeRawBufferPointer($0)) }) { return entry }
    throw .methodNotFound(suggestions: Suggestions.nearest(to: name, among: names.sorted()))
  }

  /// Nil where there is no method of that name.
  func entry(for name: UnsafeRawBufferPointer) -> MethodEntry? {
    let hash = Self.hash(name)
    var index = Int(hash & UInt(slots.count - 1))
    while let slot = slots[index] {
      if slot.hash == hash, slot.name.elementsEqual(name) { return slot.entry }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a. The names in the table are ours; who sends others finds an empty slot.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt {
    bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt) { ($0 ^ UInt($1)) &* 0x100_0000_01b3 }
  }
}
