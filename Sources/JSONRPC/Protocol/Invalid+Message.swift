import JSONCodec

extension Invalid {
  /// Returns the sentence for the client: the fault of the parameter, and how to correct it. `method` and
  /// `fields` are those of the call, if known.
  func message(of method: String?, with fields: [FieldInfo]) -> String {
    switch problem {
    case .missing: return "\(path) is required (\(expectedPhrase))"
    case .mismatch(let found):
      let subject = path.isEmpty ? "the value" : path
      return "\(subject) must be \(expectedPhrase)" + (found.map { ", got \($0)" } ?? "")
    case .repeated: return "\(path) is given more than once"
    case .excess: return "\(method ?? "the method") takes \(expected)"
    case .unknown(let name, let known):
      return
        "unknown parameter \(path.nameInMessage); \(advice(on: name, among: known, of: method, with: fields))"
    }
  }

  private func advice(
    on name: String, among known: [String], of method: String?, with fields: [FieldInfo]
  ) -> String {
    let nearest = Suggestions.nearest(to: name, among: known).first
    guard let method, name == path else {
      return nearest.map { "did you mean \($0)?" } ?? "expected \(expected)"
    }
    // A member of an object that is sent beside it is the usual mistake.
    if let field = fields.first(where: { $0.schema.hasObject(with: name) }) {
      return "\(method) takes {\"\(field.name)\": {...}}"
    }
    if let nearest { return "did you mean \(nearest)?" }
    return "\(method) takes " + (known.isEmpty ? "no parameters" : known.joined(separator: ", "))
  }
}

extension Schema {
  /// Returns whether the value is an object that has the member itself or inside another object.
  fileprivate func hasObject(with member: String) -> Bool {
    guard json["items"] == nil else { return false }
    return ([json] + definitions.values).contains { $0["properties"]?[member] != nil }
  }
}
