/// A parsed command line; every value is checked.
package enum Command: Sendable, Equatable {
  case serve(ServeOptions)
  case call(CallOptions)
  case events(EventsOptions)
  case status(InspectOptions)
  case top(InspectOptions)
  case endpoint(InspectOptions)
  case inspect(InspectorOptions)
  case jwt(UnsignedJWT)
  case push(PushOptions)
  case demo(isFast: Bool)
  case platform(PlatformOptions)
  case schema(SchemaFormat)
  case generate(GenerateOptions)
  case outbox(OutboxOptions)
  case replay(ReplayOptions)
  case doctor(DoctorOptions)
  case service(ServiceOptions)
  case completion(Shell)
  case version
  case help(HelpOptions)
}
