/// The commands, in the order of the help. The `page` of a command documents it.
package enum CommandName: String, CaseIterable, Sendable {
  case demo, serve, call, events, status, top, inspect, endpoint, jwt, push, outbox, replay, doctor,
    service,
    platform, schema, generate, completion, version, help

  var page: CommandPage {
    switch self {
    case .demo: .demo
    case .serve: .serve
    case .call: .call
    case .events: .events
    case .status: .status
    case .top: .top
    case .inspect: .inspect
    case .endpoint: .endpoint
    case .jwt: .jwt
    case .push: .push
    case .outbox: .outbox
    case .replay: .replay
    case .doctor: .doctor
    case .service: .service
    case .platform: .platform
    case .schema: .schema
    case .generate: .generate
    case .completion: .completion
    case .version: .version
    case .help: .help
    }
  }

  var flags: [Flag] { page.flagGroups.flatMap(\.flags) }
}

package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
