// Callbacks and events.
extension JavaWriter {
  func questionFile(_ callback: Function) -> GeneratedFile {
    let name = questionName(callback)
    return file(name) { code in
      code.javadoc(["The parameters of `\(callback.name)`."])
      writeRecord(name, callback.parameters, isGiven: false, isGotten: true, in: &code)
    }
  }

  private func questionName(_ callback: Function) -> String {
    callback.localName.typeName + "Question"
  }

  var callbackFile: GeneratedFile {
    file("Callback") { code in
      code.javadoc([
        "The requests of the bridge to its host, with the types of their parameters and answers."
          + " Register a handler with {@link Bridge#handle} or {@link Bridge#handleAsync}."
      ])
      code.block("public final class Callback<Q, A> {") { code in
        for callback in model.callbacks {
          code.javadoc([callback.summary, callback.details])
          let question = questionName(callback)
          let type = "Callback<\(question), \(text(callback.result, .given, isBoxed: true))>"
          let name = callback.localName.snakeCase.uppercased()
          let line = "public static final \(type) \(name) ="
          if line.count <= code.room() {
            code.add(line)
          } else {
            code.add("public static final \(type)", "    \(name) =")
          }
          code.list(
            "    new Callback<>(", [quoted(callback.name), "\(question)::new"], ");")
          code.blank()
        }
        code.add("final String name;", "final Function<JsonElement, Q> question;")
        code.blank()
        code.block("private Callback(String name, Function<JsonElement, Q> question) {") { code in
          code.add("this.name = name;", "this.question = question;")
        }
      }
    }
  }

  var eventFile: GeneratedFile {
    let events = model.events.filter(\.isEmitted)
    return file("Event") { code in
      code.javadoc([
        "An event: one of the nested classes, by its name. An event that this version of the"
          + " interface does not know is {@link Unknown}."
      ])
      code.block("public abstract class Event extends JsonRecord {") { code in
        code.block("private Event(JsonElement json) {") { $0.add("super(json);") }
        if case .record(let fields) = types["Event"]?.type {
          for field in fields where !Self.isValue(field, of: "Event") {
            writeGetter(field, in: &code)
          }
        }
        for event in events { write(event, in: &code) }
        code.blank()
        code.javadoc(["An event whose name this version of the interface does not know."])
        code.block("public static final class Unknown extends Event {") { code in
          code.block("private Unknown(JsonElement json) {") { $0.add("super(json);") }
          code.blank()
          code.javadoc(["May be null."])
          code.block("public JsonElement getValue() {") { code in
            code.add("return get(\"value\", json -> json);")
          }
        }
        code.blank()
        code.block("static Event of(JsonElement json) {") { code in
          code.block("switch (Json.text(json, \"name\")) {") { code in
            for event in events {
              code.add("case \(quoted(event.name)):")
              code.add("  return new \(event.name.typeName)(json);")
            }
            code.add("default:", "  return new Unknown(json);")
          }
        }
      }
    }
  }

  private func write(_ event: EventKind, in code: inout CodeBuilder) {
    let legacy = event.legacyCode.map { $0 == event.code ? "" : " (legacy \($0))" } ?? ""
    let name = event.name.typeName
    code.blank()
    code.javadoc(["\(event.code)\(legacy), \(event.kind): \(event.meaning)", event.note ?? ""])
    code.block("public static final class \(name) extends Event {") { code in
      code.add("public static final long CODE = \(event.code);")
      code.blank()
      code.block("private \(name)(JsonElement json) {") { $0.add("super(json);") }
      guard event.value != .null else { return }
      code.blank()
      if event.value.isOptional { code.javadoc(["May be null."]) }
      code.block("public \(text(event.value, .gotten, isBoxed: true)) getValue() {") { code in
        code.add("return get(\"value\", \(reader(event.value)));")
      }
    }
  }
}

// Errors and the schema.
extension JavaWriter {
  func errorFile(_ error: ErrorKind) -> GeneratedFile {
    file(error.javaName) { code in
      code.javadoc([
        "\(error.code): \(error.message)",
        error.isRetryable ? "The same call may succeed later." : "",
      ])
      code.block("public final class \(error.javaName) extends BridgeException {") { code in
        code.block("\(error.javaName)(JsonObject error) {") { $0.add("super(error);") }
        let inherited: Set = ["Cause", "Class", "Code", "Data", "Message", "Reason"]
        for field in error.data {
          let name = field.name.typeName
          code.blank()
          code.javadoc(["`\(field.name)`; null if it is unknown."])
          code.block(
            "public \(text(field.type, .gotten, isBoxed: true)) get\(inherited.contains(name) ? "Own" : "")\(name)() {"
          ) { code in
            code.add("return member(\(quoted(field.name)), \(reader(field.type)));")
          }
        }
      }
    }
  }

  var errorsFile: GeneratedFile {
    file("ErrorCatalogue") { code in
      code.javadoc(["Finds the class of an error by its reason."])
      code.block("final class ErrorCatalogue {") { code in
        code.add("private ErrorCatalogue() {}")
        code.blank()
        code.block("static BridgeException of(JsonObject error) {") { code in
          code.block("switch (BridgeException.reason(error)) {") { code in
            for error in model.errors {
              code.add("case \(quoted(error.reason)):", "  return new \(error.javaName)(error);")
            }
            code.add("default:", "  return new BridgeException(error);")
          }
        }
      }
    }
  }

  var schemaFile: GeneratedFile {
    file("Schema") { code in
      code.javadoc(["The version of the interface that these classes were generated from."])
      code.block("public final class Schema {") { code in
        code.add("public static final String VERSION = \(quoted(model.version));")
        code.blank()
        code.javadoc(["The digest of the document; `bridge.info` returns it as `schemaDigest`."])
        code.add("public static final String DIGEST =", "    \(quoted(model.digest));")
        code.blank()
        code.add("private Schema() {}")
      }
    }
  }
}
