/// The options of `inspect`.
package struct InspectorOptions: Sendable, Equatable {
  package let destination: Destination
  /// True if the page may change something.
  package let isControl: Bool
  /// False to only print the URL.
  package let opensBrowser: Bool
  /// True to print the page itself instead of a URL.
  package let printsPage: Bool

  init(_ settings: OptionValues, _ commandEnvironment: CommandEnvironment) throws(UsageError) {
    destination = try Destination(settings, commandEnvironment)
    isControl = settings.isOn(.control)
    opensBrowser = !settings.isOn(.noOpen)
    printsPage = settings.isOn(.page)
  }
}
