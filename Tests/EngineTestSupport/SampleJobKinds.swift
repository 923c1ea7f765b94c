import AltcraftEngine
import HTTP
import JSONCodec
import TestSupport

/// The minimal kinds of jobs: `GET /<name>?n=<the n of the body>`.
package enum SampleJobKinds {
  package static let state = kind("jobState", .subscribe, .state)
  package static let event = kind("jobEvent", .mobileEvent, .mobileEvent)
  package static let own = kind("jobOwn", .pushEvent, .own)
  package static let token = kind("jobToken", .suspend, .state, needs: .pushToken, savesToken: true)
  package static let permission = kind("jobPermission", .unsubscribe, .state, needs: .permission)
  package static let subscribe = kind(
    "jobSubscribe", .subscribe, .state, needs: [.pushToken, .permission])
  package static let profile = kind("jobProfile", .profileUpdate, .state)
  package static let all = [state, event, own, token, permission, subscribe, profile]

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
  package var job: String {
    let parts = url.split(separator: "/").last?.split(separator: "?") ?? []
    let pairs = parts.count > 1 ? parts[1].split(separator: "&") : []
    let number = pairs.first { $0.hasPrefix("n=") }?.dropFirst(2) ?? ""
    return "\(parts.first ?? "") \(number)"
  }
}

extension TestJWT {
  package static func tag(_ jwt: String) -> UserTag {
    guard let identity = try? JWTIdentity.parse(jwt) else { fatalError("not a JWT") }
    return identity.userTag
  }
}
