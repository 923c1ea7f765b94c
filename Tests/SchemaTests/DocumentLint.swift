import JSONCodec
import TestSupport

/// The rules of OpenRPC that its meta-schema cannot express, and those of this project. `problems` is empty
/// for a correct document.
struct DocumentLint {
  private let document: JSON
  /// The checker of values, or the reason why it does not support the document.
  private let checker: Result<SchemaChecker, any Error>
  /// A part of the name of a secret, compiled once for a document.
  private let secretName = /token|jwt|secret|password|authorization|credential/

  init(_ document: JSON) {
    self.document = document
    checker = Result { try SchemaChecker(document: document) }
  }

  var problems: [String] {
    names + components + descriptions + titles + openness + nullables(document)
      + references(document, at: "$")
      + extensions + secrets + keywords
      + declarations.flatMap { where_, method in
        problems(of: method).map { "\(where_) \(method["name"]?.stringValue ?? "?"): \($0)" }
      }
  }

  /// The method-shaped objects of all root members, with the name of their member.
  private var declarations: [(String, JSON)] {
    ["methods", "x-notifications", "x-callbacks", "x-client-notifications"].flatMap { member in
      (document[member]?.arrayValue ?? []).map { (member, $0) }
    }
  }

  private var names: [String] {
    let methods = (document["methods"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    let others = declarations.filter { $0.0 != "methods" }.compactMap { $0.1["name"]?.stringValue }
    let servers = (document["servers"]?.arrayValue ?? []).filter { $0["name"] == nil }
    return Self.repeated(methods + others).map { "the name \($0) is given twice" }
      + methods.filter { $0.hasPrefix("rpc.") && $0 != "rpc.discover" }
      .map { "\($0): names that start with rpc. are reserved" }
      + servers.map { _ in "a server without a name" }
      + (document["info"]?["license"]?["name"] == nil ? ["the license has no name"] : [])
  }

  /// The unsupported keywords: an unchecked rule must not look like a checked one.
  private var keywords: [String] {
    if case .failure(let error) = checker { ["\(error)"] } else { [] }
  }

  private func problems(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
    guard case .success(let checker) = checker else { return [] }
    return checker.problems(in: value, schema, at: place)
  }

  private var components: [String] {
    (document["components"]?.objectValue?.members ?? []).flatMap { bucket in
      (bucket.value.objectValue?.keys ?? [])
        .filter { $0.wholeMatch(of: /[a-zA-Z0-9._\-]+/) == nil }
        .map { "components/\(bucket.key): \($0) is not a name" }
    }
  }

  /// The types and members without a description. The clients' types are written from these texts, including
  /// those that an editor shows.
  private var descriptions: [String] {
    (document["components"]?["schemas"]?.objectValue?.members ?? []).flatMap { type in
      undescribed(type.value, type.key) + undescribedMembers(type.value, type.key)
    }
  }

  private func undescribed(_ schema: JSON, _ name: String) -> [String] {
    let description = schema["description"]?.stringValue ?? ""
    if description.isEmpty { return ["\(name) has no description"] }
    return description.hasSuffix(".") ? [] : ["the description of \(name) is not a sentence"]
  }

  private func undescribedMembers(_ schema: JSON, _ name: String) -> [String] {
    let members = (schema["properties"]?.objectValue?.members ?? []).flatMap { member in
      let path = "\(name).\(member.key)"
      return undescribed(member.value, path) + undescribedMembers(member.value, path)
    }
    let variants = ["oneOf", "anyOf", "allOf"].flatMap { schema[$0]?.arrayValue ?? [] }
    return members + variants.flatMap { undescribedMembers($0, name) }
      + (schema["items"].map { undescribedMembers($0, "\(name)[]") } ?? [])
  }

  /// The schemas without a title of their own. Generators name types by it.
  private var titles: [String] {
    let types = (document["components"]?["schemas"]?.objectValue?.members ?? []).flatMap {
      titles(of: $0.value, $0.key)
    }
    let parts = declarations.filter { $0.1["x-alias-of"] == nil }.flatMap { _, method in
      ((method["params"]?.arrayValue ?? []) + [method["result"] ?? [:]]).flatMap {
        let name = "\(method["name"]?.stringValue ?? "?").\($0["name"]?.stringValue ?? "?")"
        return titles(of: $0["schema"] ?? [:], name)
      }
    }
    let found = types + parts
    return found.filter { $0.title == nil }.map { "\($0.place) has no title" }
      + Self.repeated(found.compactMap(\.title)).map { "the title \($0) is given twice" }
  }

  /// Returns the place and the title of the schema and of each schema inside of it.
  private func titles(of schema: JSON, _ place: String) -> [(place: String, title: String?)] {
    guard schema.objectValue != nil, schema["$ref"] == nil else { return [] }
    let members = (schema["properties"]?.objectValue?.members ?? []).map { ($0.key, $0.value) }
    let choices = ["oneOf", "anyOf", "allOf"].flatMap { key in
      (schema[key]?.arrayValue ?? []).enumerated().map { ("\(key)[\($0.offset)]", $0.element) }
    }
    let inner = ["items", "additionalProperties"].compactMap { key in
      schema[key].map { (key, $0) }
    }
    return [(place, schema["title"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 })]
      + (members + choices + inner).flatMap { titles(of: $0.1, "\(place).\($0.0)") }
  }

  /// The results that accept only the listed members: a later version may add some. The parameters that accept
  /// more. Answers of the host are results. Types that are both stay closed.
  private var openness: [String] {
    let callbacks = document["x-callbacks"]?.arrayValue ?? []
    let notifications = document["x-notifications"]?.arrayValue ?? []
    let methods = document["methods"]?.arrayValue ?? []
    let read = methods.flatMap { $0["params"]?.arrayValue ?? [] }
    let written =
      (methods + callbacks).compactMap { $0["result"] }
      + (callbacks + notifications).flatMap { $0["params"]?.arrayValue ?? [] }
    let readTypes = named(in: .array(read))
    let types = document["components"]?["schemas"]
    return named(in: .array(written)).subtracting(readTypes).sorted()
      .filter { closes(types?[$0] ?? [:]) }.map { "\($0) is a result and is closed" }
      + readTypes.sorted().filter { opens(types?[$0] ?? [:]) }
      .map { "\($0) is a parameter and is open" }
      + written.filter(closes).map { "\($0["schema"]?["title"]?.text ?? "?") is closed" }
      + read.filter(opens).map { "\($0["schema"]?["title"]?.text ?? "?") is open" }
  }

  /// Returns the values that are null or of one other type, as `oneOf`. Generators need `anyOf`.
  private func nullables(_ json: JSON) -> [String] {
    switch json {
    case .object(let object):
      let choices = object["oneOf"]?.arrayValue ?? []
      return
        (choices.contains { $0["type"] == "null" }
        ? ["\(object["title"]?.text ?? "?") is not anyOf"] : [])
        + object.members.flatMap { nullables($0.value) }
    case .array(let elements): return elements.flatMap(nullables)
    default: return []
    }
  }

  /// Returns the names of the types that are reachable.
  private func named(in json: JSON, _ seen: Set<String> = []) -> Set<String> {
    switch json {
    case .object(let object):
      guard let name = object["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
      else { return object.members.reduce(seen) { named(in: $1.value, $0) } }
      guard !seen.contains(name) else { return seen }
      return named(in: document["components"]?["schemas"]?[name] ?? [:], seen.union([name]))
    case .array(let elements): return elements.reduce(seen) { named(in: $1, $0) }
    default: return seen
    }
  }

  private func closes(_ json: JSON) -> Bool {
    switch json {
    case .object(let object):
      object["additionalProperties"] == false || object.members.contains { closes($0.value) }
    case .array(let elements): elements.contains(where: closes)
    default: false
    }
  }

  private func opens(_ json: JSON) -> Bool {
    switch json {
    case .object(let object):
      (object["properties"] != nil && object["additionalProperties"] != false)
        || object.members.contains { opens($0.value) }
    case .array(let elements): elements.contains(where: opens)
    default: false
    }
  }

  /// Checks that a `$ref` has a target in the document and stands alone.
  private func references(_ json: JSON, at place: String) -> [String] {
    switch json {
    case .object(let object):
      if let name = object["$ref"]?.stringValue {
        return (object.count == 1 ? [] : ["\(place): a $ref has siblings"])
          + (leadsSomewhere(name) ? [] : ["\(place): \(name) names nothing"])
      }
      return object.members.flatMap { references($0.value, at: "\(place)/\($0.key)") }
    case .array(let elements):
      return elements.enumerated().flatMap { references($1, at: "\(place)/\($0)") }
    default: return []
    }
  }

  private func leadsSomewhere(_ reference: String) -> Bool {
    guard reference.hasPrefix("#/") else { return false }
    return reference.dropFirst(2).split(separator: "/")
      .reduce(document as JSON?) { $0?[String($1)] } != nil
  }

  /// The members that are named like a secret and do not declare if they are one.
  private var secrets: [String] {
    let parameters = declarations.flatMap { where_, method in
      (method["params"]?.arrayValue ?? []).flatMap { one in
        let name = one["name"]?.stringValue ?? "?"
        return unmarked(
          one["schema"] ?? [:], name, "\(where_) \(method["name"]?.stringValue ?? "?")")
      }
    }
    let results = declarations.flatMap { _, method in
      unmarkedMembers(method["result"]?["schema"] ?? [:], method["name"]?.stringValue ?? "?")
    }
    let types = (document["components"]?["schemas"]?.objectValue?.members ?? []).flatMap {
      unmarkedMembers($0.value, $0.key)
    }
    return parameters + results + types
  }

  private func unmarked(_ schema: JSON, _ name: String, _ place: String) -> [String] {
    let isCalledSecret = name.lowercased().contains(secretName)
    let isMarked = schema["x-secret"]?.boolValue != nil
    return
      (isCalledSecret && !isMarked
      ? ["\(place).\(name) is called like a secret and does not say whether it is one"] : [])
      + unmarkedMembers(schema, "\(place).\(name)")
  }

  private func unmarkedMembers(_ schema: JSON, _ place: String) -> [String] {
    let members = (schema["properties"]?.objectValue?.members ?? []).flatMap {
      unmarked($0.value, $0.key, place)
    }
    let variants = ["oneOf", "anyOf", "allOf"].flatMap { schema[$0]?.arrayValue ?? [] }
    return members + variants.flatMap { unmarkedMembers($0, place) }
      + (schema["items"].map { unmarkedMembers($0, place) } ?? [])
  }

  /// The `x-` members of root, methods and schemas that `x-extensions` does not explain, and its unused
  /// explanations.
  private var extensions: [String] {
    let declared = (document["x-extensions"]?.arrayValue ?? []).compactMap {
      $0["name"]?.stringValue
    }
    let objects = [document] + declarations.map(\.1)
    let used = Set(objects.flatMap { $0.objectValue?.keys ?? [] } + schemaExtensions(document))
      .filter { $0.hasPrefix("x-") && $0 != "x-extensions" }
    return Self.repeated(declared).map { "x-extensions declares \($0) twice" }
      + used.subtracting(declared).sorted().map { "\($0) is not declared in x-extensions" }
      + Set(declared).subtracting(used).sorted().map { "\($0) is declared and not used" }
  }

  private func schemaExtensions(_ json: JSON) -> [String] {
    switch json {
    case .object(let object):
      (object["x-secret"] == nil ? [] : ["x-secret"])
        + object.members.flatMap { schemaExtensions($0.value) }
    case .array(let elements): elements.flatMap(schemaExtensions)
    default: []
    }
  }

  private static func repeated(_ names: [String]) -> [String] {
    Dictionary(grouping: names, by: \.self).filter { $1.count > 1 }.keys.sorted()
  }
}

// One method.
extension DocumentLint {
  private func problems(of method: JSON) -> [String] {
    let parameters = method["params"]?.arrayValue ?? []
    let names = parameters.compactMap { $0["name"]?.stringValue }
    let required = parameters.map { $0["required"]?.boolValue ?? false }
    return Self.repeated(names).map { "the parameter \($0) is there twice" }
      + (required.drop { $0 }.contains(true)
        ? ["a required parameter comes after an optional one"] : [])
      + (method["result"]?["schema"] == nil ? ["there is no result"] : [])
      + (method["summary"]?.stringValue?.isEmpty == false ? [] : ["there is no summary"])
      + parameters.filter { $0["summary"]?.stringValue?.isEmpty ?? true }
      .map { "the parameter \($0["name"]?.stringValue ?? "?") has no summary" }
      + parameters.flatMap { undescribedMembers($0["schema"] ?? [:], "its parameters") }
      + undescribedMembers(method["result"]?["schema"] ?? [:], "its result")
      + errorProblems(of: method)
      + examples(of: method).flatMap { problems(of: $0, parameters, method) }
  }

  private func examples(of method: JSON) -> [JSON] {
    ["examples", "x-error-examples"].flatMap { method[$0]?.arrayValue ?? [] }
  }

  private func problems(of example: JSON, _ parameters: [JSON], _ method: JSON) -> [String] {
    let title = example["name"]?.stringValue ?? "?"
    let given = example["params"]?.arrayValue ?? []
    let isRefused = example["error"] != nil
    var found: [String] = []
    // A call that is refused may be refused for its parameters.
    if !isRefused {
      for value in given {
        guard let parameter = parameters.first(where: { $0["name"] == value["name"] }) else {
          found.append("there is no parameter \(value["name"]?.text ?? "?")")
          continue
        }
        found += problems(
          value["value"] ?? .null, parameter["schema"] ?? [:],
          at: value["name"]?.stringValue ?? "$")
      }
      for parameter in parameters
      where parameter["required"] == true
        && !given.contains(where: { $0["name"] == parameter["name"] })
      {
        found.append("\(parameter["name"]?.stringValue ?? "?") is missing")
      }
      found += problems(
        example["result"]?["value"] ?? .null, method["result"]?["schema"] ?? [:], at: "result")
    }
    return found.map { "example \"\(title)\": \($0)" }
  }

  private func errorProblems(of method: JSON) -> [String] {
    let declared = (method["errors"]?.arrayValue ?? []).compactMap { error in
      error["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    }
    let undeclared = examples(of: method).compactMap { example -> String? in
      guard let error = example["error"], let reason = error["data"]?["reason"]?.stringValue,
        !declared.contains(reason)
          || document["components"]?["errors"]?[reason]?["code"] != error["code"]
      else { return nil }
      return "the error \(reason) of an example is not among its errors"
    }
    return Self.repeated(declared).map { "the error \($0) is listed twice" } + undeclared
  }
}
