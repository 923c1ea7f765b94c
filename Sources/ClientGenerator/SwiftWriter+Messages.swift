// Methods.
extension SwiftWriter {
  var methods: String {
    file { code in
      for (group, methods) in model.methodsByGroup {
        code.blank()
        guard let group else {
          code.block("extension Bridge {") { code in
            for other in model.methodsByGroup.compactMap(\.group) {
              code.documentation("The methods whose names start with `\(other).`.")
              let type = "\(other.goName)Methods"
              code.add("public var \(other.swiftName): \(type) { \(type)(bridge: self) }")
            }
            for method in methods {
              code.blank()
              write(method, "", in: &code)
            }
          }
          continue
        }
        code.documentation("The methods whose names start with `\(group).`.")
        code.block("public struct \(group.goName)Methods: Sendable {") { code in
          code.add("let bridge: Bridge")
          for method in methods {
            code.blank()
            write(method, "bridge.", in: &code)
          }
        }
      }
    }
  }

  private func write(_ method: Function, _ caller: String, in code: inout CodeBuilder) {
    let failures = model.ownFailures(of: method).map { "`\($0.reason)`" }
    code.documentation(
      method.summary.sentence, method.details,
      failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).")
    let ordered = method.orderedParameters
    code.add("///", "/// - Parameters:")
    for field in ordered {
      let lines = "- \(field.name): \(field.summary)".wrapped(to: code.room() - 8)
      for (index, line) in lines.enumerated() { code.add("///   \(index > 0 ? "  " : "")\(line)") }
    }
    code.add("///   - time: The longest wait for the answer.")
    let isConstant = method.result.isConstant
    if !isConstant { code.add("@discardableResult") }
    let parameters =
      ordered.map { field in
        "\(field.name.swiftName): \(text(field))\(field.isRequired ? "" : " = nil")"
      } + ["within time: Duration = Bridge.day"]
    let result = text(method.result)
    code.declaration(
      "public func \(method.localName.swiftName)(", parameters,
      ") async throws(BridgeError)\(isConstant ? "" : " -> \(result)") {"
    ) { code in
      var given = ""
      if !ordered.isEmpty {
        given = "writer.members, "
        code.add("var writer = MemberWriter()")
        for field in ordered { code.add(addition(of: field)) }
      }
      let call = "try await \(caller)call(\(quoted(method.name)), \(given)within: time)"
      if isConstant { return code.add("_ = \(call)") }
      code.add("let result: JSONValue = \(call)")
      code.add("return try result.read()")
    }
  }
}

// Notifications and requests of the bridge.
extension SwiftWriter {
  var events: String {
    let events = model.events.filter(\.isEmitted)
    return file { code in
      code.documentation("An event by its name, with its value. `Event.known` returns it.")
      code.block("public enum KnownEvent: Sendable, Hashable {") { code in
        for event in events {
          code.documentation(
            "\(event.name), \(event.kind) \(event.code): \(event.meaning.sentence)")
          code.add(
            "case \(event.name.swiftName)\(event.value == .null ? "" : "(\(text(event.value)))")")
        }
        code.documentation("An event of a newer bridge, or one with a value of another type.")
        code.add("case unknown")
      }
      code.blank()
      code.block("extension Event {") { code in
        code.documentation("The event with its typed value.")
        code.add("public var known: KnownEvent { (try? typed()) ?? .unknown }")
        code.blank()
        code.block("private func typed() throws(BridgeError) -> KnownEvent {") { code in
          code.add("switch name {")
          for event in events {
            let value = event.value == .null ? "" : "(try value.read())"
            code.add("case \(quoted(event.name)): return .\(event.name.swiftName)\(value)")
          }
          code.add("default: return .unknown", "}")
        }
      }
      notifications(in: &code)
    }
  }

  private func notifications(in code: inout CodeBuilder) {
    let types = model.notifications.map(record)
    for (notification, type) in zip(model.notifications, types) where !isRecord(type.name) {
      code.blank()
      code.documentation(notification.summary.sentence)
      structure(type.swift, notification.parameters, in: &code)
    }
    code.blank()
    code.documentation(
      "A notification of the bridge, from the function `notification` of the host.")
    code.block("public enum KnownNotification: Sendable, Hashable {") { code in
      for (notification, type) in zip(model.notifications, types) {
        code.documentation(notification.summary.sentence)
        code.add("case \(notification.name.swiftName)(\(type.swift))")
      }
      code.documentation(
        "A notification of a newer bridge, or one with parameters of another type.")
      code.add("case unknown(method: String, parameters: JSONValue)")
      code.blank()
      code.block("public init(_ method: String, _ parameters: JSONValue) {") { code in
        code.add(
          "self = (try? Self.typed(method, parameters)) ?? .unknown(method: method, parameters: parameters)"
        )
      }
      code.blank()
      code.block(
        "private static func typed(_ method: String, _ parameters: JSONValue) throws(BridgeError) -> KnownNotification? {"
      ) { code in
        code.add("switch method {")
        for notification in model.notifications {
          code.add(
            "case \(quoted(notification.name)): return .\(notification.name.swiftName)(try parameters.read())"
          )
        }
        code.add("default: return nil", "}")
      }
    }
  }

  /// Returns the type of the parameters of a notification: one with the same members, or its own.
  private func record(of notification: Function) -> (name: String, swift: String) {
    let names = notification.parameters.map(\.name)
    let same = model.types.first { named in
      if case .record(let fields) = named.type { fields.map(\.name) == names } else { false }
    }
    return (same?.name ?? "", same?.name.goName ?? notification.name.goName + "Notification")
  }

  var callbacks: String {
    file { code in
      code.block("extension Bridge.Host {") { code in
        for callback in model.callbacks {
          code.blank()
          code.documentation(
            "Sets the answer to `\(callback.name)`: \(callback.summary.sentence)", callback.details)
          write(callback, in: &code)
        }
      }
    }
  }

  private func write(_ callback: Function, in code: inout CodeBuilder) {
    var name = callback.localName
    if name.hasPrefix("on") { name = String(name.dropFirst(2)) }
    let parameters = callback.parameters.map { "_ \($0.name.swiftName): \(text($0))" }
    for field in callback.parameters {
      let lines = "\(field.name): \(field.summary)".wrapped(to: code.room() - 8)
      code.add("///")
      for line in lines { code.add("/// \(line)") }
    }
    code.declaration(
      "public mutating func answer\(name.capitalizedFirst)(",
      [
        "_ answer: @escaping @Sendable (\(parameters.joined(separator: ", "))) async throws -> \(text(callback.result))"
      ],
      ") {"
    ) { code in
      code.block("answers[\(quoted(callback.name))] = { parameters in") { code in
        if callback.parameters.isEmpty {
          code.add("_ = parameters")
        } else {
          code.add("var members = try MemberReader(parameters)")
        }
        for field in callback.parameters {
          code.add(
            "let \(field.name.swiftName): \(text(field)) = try members.take(\(quoted(field.name)))")
        }
        let given = callback.parameters.map(\.name.swiftName).joined(separator: ", ")
        code.add("return try await answer(\(given)).json")
      }
    }
  }
}
