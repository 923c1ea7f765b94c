import JSONCodec

/// The state as a document: the content of a state file, of `GET /__export` and of `POST /__import`.
enum StateDocument {
  private static let version = 1

  static func bytes(_ state: PlatformState) -> [UInt8] {
    let content = state.document
    let document: JSON = [
      "altcraftPlatformState": .int(version), "check": .string(fingerprint(of: content.text)),
      "state": content,
    ]
    return document.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads a document. `check` may be absent, as in a document that a person has edited.
  static func state(
    in bytes: [UInt8], _ limits: SimulatorLimits
  ) throws(StateDocumentError) -> PlatformState {
    do {
      // Fields of profiles have at most 64 levels, and the document adds a few.
      let value = try JSONParser.parse(
        bytes, limits: JSONLimits(depth: 80, objectMembers: .max, stringBytes: .max)
      ).value
      var members = try Members(value, at: "$")
      let version = try members.require("altcraftPlatformState", .integer)
      guard version == Self.version else {
        throw StateDocumentError(
          reason: "is a state of version \(version), this program reads \(Self.version)")
      }
      let check = try members.takeUnlessNull("check", .string)
      let content = try members.require("state")
      try members.finish()
      guard check == nil || check == fingerprint(of: content.text) else {
        throw StateDocumentError(
          reason: "is damaged, or was edited: its check does not fit; remove check to use it")
      }
      return try PlatformState(document: content, limits)
    } catch let error as StateDocumentError {
      throw error
    } catch let error as ShapeError {
      throw StateDocumentError(reason: "is not a state of the simulator: \(error.message)")
    } catch let error as JSONError {
      throw StateDocumentError(
        reason: "is not a state of the simulator: \(PlatformScriptError(error).message)")
    } catch {
      throw StateDocumentError(reason: "cannot be read")
    }
  }
}

/// The reason why a document is not used.
struct StateDocumentError: Error, Equatable {
  let reason: String
}
