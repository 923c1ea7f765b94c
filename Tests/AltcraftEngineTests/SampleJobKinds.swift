import HTTP
import JSONCodec
import TestSupport

@testable import AltcraftEngine

/// The minimal kinds of jobs: `GET /<name>?n=<the n of the body>`.
enum SampleJobKinds {
  static let state = kind("jobState", .subscribe, .state)
  static let event = kind("jobEvent", .mobileEvent, .mobileEvent)
  static let own = kind("jobOwn", .pushEvent, .own)
  static let token = kind("jobToken", .suspend, .state, needs: .pushToken, savesToken: true)
  static let permission = kind("jobPermission", .unsubscribe, .state, needs: .permission)
  static let subscribe = kind(
    "jobSubscribe", .subscribe, .state, needs: [.pushToken, .permission])
  static let profile = kind("jobProfile", .profileUpdate, .state)
  static let all = [state, event, own, token, permission, subscribe, profile]

  private static func kind(
    _ name: String, _ operation: Operation, _ lane: JobKind.LaneRule, needs: JobKind.Needs = [],
    savesToken: Bool = false
  ) -> JobKind {
    JobKind(
      method: name, operation: operation, lane: lane, needs: needs,
      savedToken: { _, inUse in savesToken ? inUse : nil }
    ) { body, context in
      PlatformRequest(
        path: "/\(name)",
        query: [
          ("n", body["n"]?.numberValue?.text), ("token", context.pushToken?.token.reveal()),
        ], content: .none)
    }
  }
}

extension HTTPRequest {
  /// `jobState 1`: the kind and the number in a request.
  var job: String {
    let parts = url.split(separator: "/").last?.split(separator: "?") ?? []
    let pairs = parts.count > 1 ? parts[1].split(separator: "&") : []
    let number = pairs.first { $0.hasPrefix("n=") }?.dropFirst(2) ?? ""
    return "\(parts.first ?? "") \(number)"
  }
}

extension TestJWT {
  static func tag(_ jwt: String) -> UserTag {
    guard let identity = try? JWTIdentity.parse(jwt) else { fatalError("not a JWT") }
    return identity.userTag
  }
}
