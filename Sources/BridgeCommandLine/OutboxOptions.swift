/// The options of `outbox`.
package struct OutboxOptions: Sendable, Equatable {
  package enum Action: String, Sendable { case list, verify }

  package let action: Action
  package let dataDir: String
}
