import JSONCodec

// The schemas in their form for the document. Generators name types by the titles. Results and events are
// open, those of the host too, because a later version may add members; parameters have no other members.
extension OpenRPC {
  /// The named types in their form for the document.
  var publishedSchemas: JSONObject {
    let read = (methods + clientNotifications).flatMap(\.parameters).map(\.schema)
    let readTypes = Set(read.flatMap(\.definitions.keys))
    return JSONObject(
      schemas.members.map { type in
        JSONObject.Member(
          key: type.key,
          value: Self.published(type.value, type.key, isRead: readTypes.contains(type.key)))
      })
  }

  /// Returns the schema with a title, and so each schema inside of it.
  static func published(_ schema: JSON, _ title: String, isRead: Bool) -> JSON {
    guard let object = schema.objectValue, object["$ref"] == nil else { return schema }
    func part(_ part: JSON, _ name: String) -> JSON {
      published(part, title + name, isRead: isRead)
    }
    var copy: JSONObject = ["title": .string(title)]
    for member in object.members {
      switch member.key {
      case "properties":
        let members = (member.value.objectValue?.members ?? []).map {
          JSONObject.Member(key: $0.key, value: part($0.value, Self.title($0.key) + "Member"))
        }
        copy["properties"] = .object(JSONObject(members))
      case "items": copy["items"] = part(member.value, "Item")
      case "oneOf", "anyOf", "allOf":
        let choices = (member.value.arrayValue ?? []).enumerated()
        copy[member.key] = .array(choices.map { part($0.element, "Choice\($0.offset + 1)") })
      case "additionalProperties" where member.value == false && !isRead: break
      case "additionalProperties": copy["additionalProperties"] = part(member.value, "Value")
      default: copy[member.key] = member.value
      }
    }
    return .object(copy)
  }

  /// Returns a title for the part of a declaration: `provider.getJWT`, `reason` become `ProviderGetJWTReason`.
  static func title(_ names: String...) -> String {
    names.flatMap { $0.split(separator: ".") }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
