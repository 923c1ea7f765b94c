import JSONCodec

// Callbacks, events and errors.
extension PythonWriter {
  var callbacks: String {
    file("The requests of the bridge to its host.", imports: ["from . import types"]) { code in
      code.add("T = TypeVar(\"T\")")
      code.blank()
      code.add("Answer = Union[T, Awaitable[T]]")
      code.docstring("The answer of a host, immediate or awaitable.")
      for callback in model.callbacks {
        code.blank()
        let parameters = callback.parameters.map { text($0.type, "types.", .alias) }
        let list = "[\(parameters.joined(separator: ", "))]"
        let answer = "Answer[\(text(callback.result, "types.", .alias))]"
        let line = "\(callback.name.typeName) = Callable[\(list), \(answer)]"
        if line.count <= code.room() {
          code.add(line)
        } else {
          code.add("\(callback.name.typeName) = Callable[", "    \(list),", "    \(answer),", "]")
        }
        documentCallback(callback, in: &code)
      }
      code.blank()
      code.block("CALLBACK_PARAMETERS: Dict[str, Tuple[str, ...]] = {", "}") { code in
        for callback in model.callbacks {
          let names = callback.parameters.map { quoted($0.name) + "," }.joined(separator: " ")
          let list = callback.parameters.count > 1 ? String(names.dropLast()) : names
          code.add("\(quoted(callback.name)): (\(list)),")
        }
      }
      code.docstring("The parameters of each callback, in the order of the handler's arguments.")
      code.blankBeforeClass()
      code.block("class Callbacks:", nil) { code in
        code.docstring("Answers the requests of the bridge.")
        for callback in model.callbacks {
          code.blank()
          code.add("@overload")
          let name = "Literal[\(quoted(callback.name))]"
          let arguments = ["self", "name: \(name)", "answer: \(callback.name.typeName)"]
          let line = "def handle(\(arguments.joined(separator: ", "))) -> None: ..."
          if line.count <= code.room() {
            code.add(line)
          } else {
            code.block("def handle(", ") -> None: ...") { code in
              for argument in arguments { code.add(argument + ",") }
            }
          }
        }
        code.blank()
        code.block("def handle(self, name: str, answer: Callable[..., Any]) -> None:", nil) {
          code in
          code.docstring(
            "Registers the handler of a request of the bridge; it replaces an earlier one.",
            "The handler is a function or a coroutine function; it gets the parameters by position."
          )
          code.add("self._handle(name, answer)")
        }
        code.blank()
        code.block("def _handle(self, name: str, answer: Callable[..., Any]) -> None:", nil) {
          code in code.add("raise NotImplementedError")
        }
      }
    }
  }

  private func documentCallback(_ callback: Function, in code: inout CodeBuilder) {
    let parameters = callback.parameters.map {
      "Gets `\($0.name)`. \($0.summary)".trimmingBlankEnd
    }
    code.docstring(
      ([callback.summary, callback.details] + parameters).filter { !$0.isEmpty }
        .map { $0.wrapped(to: code.room()) })
  }

  var events: String {
    let events = model.events.filter(\.isEmitted)
    return file(
      "A class for each event, with its `value`.",
      imports: ["from ..base_events import Event", "from . import types"],
      exports: ["EVENT_CLASSES"] + events.map(\.name.typeName)
    ) { code in
      for event in events {
        code.blankBeforeClass()
        let legacy = event.legacyCode.map { $0 == event.code ? "" : " (legacy \($0))" } ?? ""
        code.block("class \(event.name.typeName)(Event):", nil) { code in
          code.docstring(
            "\(event.code)\(legacy), \(event.kind): \(event.meaning)", event.note ?? "")
          code.blank()
          code.add("name: Literal[\(quoted(event.name))]")
          code.add("value: \(text(event.value, "types."))")
        }
      }
      code.blankBeforeClass()
      code.block("EVENT_CLASSES: Dict[str, Type[Event]] = {", "}") { code in
        for event in events {
          code.add("\(quoted(event.name)): \(event.name.typeName),")
        }
      }
      code.docstring("The class of each event, by its name.")
    }
  }

  var errors: String {
    file(
      "A class for each error of the bridge.",
      imports: ["from ..base_errors import BridgeError"],
      exports: ["ERROR_CLASSES"] + model.errors.map(\.className)
    ) { code in
      for error in model.errors { write(error, in: &code) }
      code.blankBeforeClass()
      code.block("ERROR_CLASSES: Dict[str, Type[BridgeError]] = {", "}") { code in
        for error in model.errors {
          code.add("\(quoted(error.reason)): \(error.className),")
        }
      }
      code.docstring("The class of each error, by its reason.")
    }
  }

  private func write(_ error: ErrorKind, in code: inout CodeBuilder) {
    code.blankBeforeClass()
    code.block("class \(error.className)(BridgeError):", nil) { code in
      code.docstring(
        "\(error.code): \(error.message)",
        error.isRetryable ? "The same call may succeed later." : "")
      code.blank()
      code.add("retryable = \(error.isRetryable ? "True" : "False")")
      for field in error.data {
        let type = text(.optional(field.type), "")
        let name = argument(field.name)
        code.blank()
        code.add("@property")
        code.block("def \(name)(self) -> \(type):", nil) { code in
          code.add("\(name): \(type) = self.data.get(\(quoted(field.name)))", "return \(name)")
        }
      }
    }
  }
}
