// Methods.
extension JavaWriter {
  private func optionsName(_ method: Function) -> String? {
    method.parameters.allSatisfy(\.isRequired) ? nil : method.name.typeName + "Options"
  }

  func optionsFile(_ method: Function) -> GeneratedFile? {
    optionsName(method).map { name in
      file(name) { code in
        code.javadoc(["The optional parameters of `\(method.name)`."])
        writeRecord(
          name, method.parameters.filter { !$0.isRequired }, isGiven: true, isGotten: false,
          in: &code)
      }
    }
  }

  func methodsFile(_ group: String?, _ methods: [Function]) -> GeneratedFile {
    let name = (group?.typeName ?? "") + "Methods"
    let others = group == nil ? model.methodsByGroup.compactMap(\.group) : []
    return file(name) { code in
      code.javadoc([
        group.map { "The methods whose names start with `\($0).`." }
          ?? "Every method of the bridge."
      ])
      code.block("public \(group == nil ? "abstract" : "final") class \(name) {") { code in
        code.add("private final Caller caller;")
        for other in others { code.add("private final \(other.typeName)Methods \(other);") }
        code.blank()
        code.block("\(name)(Caller caller) {") { code in
          code.add("this.caller = caller;")
          for other in others { code.add("\(other) = new \(other.typeName)Methods(caller);") }
        }
        for other in others {
          code.blank()
          code.javadoc(["The methods whose names start with `\(other).`."])
          code.block("public \(other.typeName)Methods \(other)() {") { $0.add("return \(other);") }
        }
        for method in methods { write(method, in: &code) }
      }
    }
  }

  private func write(_ method: Function, in code: inout CodeBuilder) {
    let needed = method.parameters.filter(\.isRequired)
    let result = "CompletableFuture<\(text(method.result, .gotten, isBoxed: true))>"
    let options = optionsName(method)
    if let options {
      code.blank()
      code.javadoc([method.summary])
      code.list("public \(result) \(method.localName)(", needed.map(parameter), ") {")
      let arguments = needed.map { $0.name.javaName } + ["new \(options)()"]
      code.list("  return \(method.localName)(", arguments, ");")
      code.add("}")
    }
    let failures = model.ownFailures(of: method).map { "{@link \($0.javaName)}" }
    code.blank()
    code.javadoc(
      [
        method.summary, method.details,
        method.result.isOptional && !(method.summary + method.details).contains(/\b[Nn]ull\b/)
          ? "The answer may be null." : "",
        failures.isEmpty ? "" : "Refused with \(failures.joined(separator: ", ")).",
      ], parameters: needed)
    code.list(
      "public \(result) \(method.localName)(",
      needed.map(parameter) + (options.map { ["\($0) options"] } ?? []), ") {")
    var parameters = options == nil ? "new JsonObject()" : "options.toJson()"
    if !needed.isEmpty {
      code.add("  JsonObject parameters = \(parameters);")
      for field in needed {
        code.add("  Json.set(parameters, \(quoted(field.name)), \(field.name.javaName));")
      }
      parameters = "parameters"
    }
    code.list(
      "  return caller.call(", [quoted(method.name), parameters, reader(method.result)], ");")
    code.add("}")
  }
}
