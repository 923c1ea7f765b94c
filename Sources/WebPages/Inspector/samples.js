// Calls as code. The forms of `altcraft-bridge call`, TypeScript and Python are those of the reference; a test compares
// them for every example. Go and Java call by name: their typed forms would need a model of all types.

const isUpper = letter => letter !== undefined && letter !== letter.toLowerCase();

function snakeCase(text) {
  let words = "";
  for (let i = 0; i < text.length; i++) {
    const isNext = text[i + 1] !== undefined && text[i + 1] !== text[i + 1].toUpperCase();
    if (i > 0 && isUpper(text[i]) && (!isUpper(text[i - 1]) || isNext)) words += "_";
    words += text[i].toLowerCase();
  }
  return words;
}

const pythonKeywords = ("False None True and as assert async await break class continue def del elif else except finally for from global if import in is "
  + "lambda nonlocal not or pass raise return try while with yield self timeout").split(" ");
const pythonName = text => snakeCase(text) + (pythonKeywords.includes(snakeCase(text)) ? "_" : "");

// Code that can stand on one line or on several: a text, a piece behind a label, or items between brackets. `last` follows
// the last item where each has a line of its own.
const labelled = (label, piece) => ({ label, piece });
const group = (open, items, close, last = "") => ({ open, items, close, last });

const codeLine = piece => typeof piece === "string" ? piece
  : piece.piece !== undefined ? piece.label + codeLine(piece.piece)
    : piece.items.length ? piece.open + piece.items.map(codeLine).join(", ") + piece.close : piece.open.trim() + piece.close.trim();

const isGroup = piece => typeof piece === "object" && (piece.piece === undefined || isGroup(piece.piece));

function layout(piece, unit = "  ", indentation = "", used = 0) {
  const line = codeLine(piece), inner = indentation + unit;
  if (typeof piece === "string" || indentation.length + used + line.length <= 80) return line;
  if (piece.piece !== undefined) return piece.label + layout(piece.piece, unit, indentation, used + piece.label.length);
  const first = piece.items.slice(0, -1), final = piece.items.at(-1);
  if (!final) return line;
  // The last argument keeps its brackets beside those of the call.
  if (piece.open.endsWith("(") && isGroup(final) && first.every(item => typeof item === "string")) {
    const start = piece.open + first.map(item => item + ", ").join("");
    return start + layout(final, unit, indentation, used + start.length) + piece.close;
  }
  const lines = piece.items.map(item => inner + layout(item, unit, inner));
  return piece.open.trimEnd() + "\n" + lines.join(",\n") + piece.last + "\n" + indentation + piece.close.trim();
}

// Returns JSON as a literal of a language, whose rules are `words` for null, true and false, and brackets.
function literal(json, rules) {
  const inside = item => literal(item, rules);
  if (Array.isArray(json)) return group(rules.list, json.map(inside), rules.listEnd, rules.last);
  if (isObject(json)) return group(rules.object, Object.entries(json).map(([name, item]) => labelled(rules.key(name), inside(item))), rules.objectEnd, rules.last);
  return rules.words?.[String(json)] && typeof json !== "string" ? rules.words[String(json)] : JSON.stringify(json);
}

const literals = {
  TypeScript: {
    list: "[", listEnd: "]", object: "{ ", objectEnd: " }", last: ",",
    key: name => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name)) + ": ",
  },
  Python: {
    list: "[", listEnd: "]", object: "{", objectEnd: "}", last: ",", key: name => JSON.stringify(name) + ": ",
    words: { null: "None", true: "True", false: "False" },
  },
  Go: {
    list: "[]any{", listEnd: "}", object: "altcraft.JSONObject{", objectEnd: "}", last: ",", key: name => JSON.stringify(name) + ": ",
    words: { null: "nil" },
  },
  Java: { list: "List.of(", listEnd: ")", object: "Map.of(", objectEnd: ")", last: "", key: name => JSON.stringify(name) + ", " },
};

const shellWord = text => /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

// Returns how a command reaches a bridge, by its answer to bridge.info: its first Unix socket, or its WebSocket.
function bridgePlace({ transports, dataDir }) {
  const [socket, port] = ["unix:", "ws:"].map(scheme => transports.find(text => text.startsWith(scheme))?.slice(scheme.length));
  if (socket) return { socket: shellWord(socket), flags: ["--socket", shellWord(socket)] };
  return { flags: port ? ["--connect", `ws://${port}`, "--token-file", shellWord(`${dataDir}/rpc.token`)] : [] };
}

const callLanguages = {
  netcat: (method, params, place) => `nc -N -U ${place?.socket ?? "\"$XDG_RUNTIME_DIR/altcraft-bridge/rpc.sock\""} <<'END'\n`
    + JSON.stringify({ jsonrpc: "2.0", id: 1, method: method.name, ...(Object.keys(params).length ? { params } : {}) }) + "\nEND",

  "altcraft-bridge call"(method, params, place) {
    const isPlain = text => /^[A-Za-z0-9._:/@-]+$/.test(text) && parsedJSON(text) === undefined;
    const words = Object.entries(params).map(([key, value]) => typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && isPlain(value))
      ? `${key}=${value}` : null);
    return ["altcraft-bridge call", method.name, ...(words.includes(null) ? ["'" + readable(params).replaceAll("'", "'\\''") + "'"] : words), ...(place?.flags ?? [])].join(" ");
  },

  TypeScript(method, params) {
    const args = Object.keys(params).length ? [literal(params, literals.TypeScript)] : [];
    return layout(labelled(`${resultName(method, "const result = ")}await bridge.${clientName(method)}`, group("(", args, ");")));
  },

  Python(method, params) {
    const given = types.parameters(method).filter(field => field.name in params), value = field => literal(params[field.name], literals.Python);
    const args = [...given.filter(field => field.isRequired).map(value),
      ...given.filter(field => !field.isRequired).map(field => labelled(pythonName(field.name) + "=", value(field)))];
    const name = clientName(method).split(".").map(pythonName).join(".");
    return layout(labelled(`${resultName(method, "result = ")}bridge.${name}`, group("(", args, ")", ",")), "    ");
  },

  Go: (method, params) => "var result any\n"
    + layout(labelled("err := client.Call", group("(", ["ctx", JSON.stringify(method.name), literal(params, literals.Go), "&result"], ")", ",")), "\t"),

  // `Map.of` takes ten members, and no null.
  Java(method, params) {
    const map = /null/.test(JSON.stringify(params)) || Object.keys(params).length > 10
      ? group("JsonParser.parseString(", [JSON.stringify(JSON.stringify(params))], ").getAsJsonObject().asMap()") : literal(params, literals.Java);
    return layout(labelled("var result = bridge.call", group("(", [JSON.stringify(method.name), map], ").join();")));
  },
};

// The clients have one level of names: push.simulated.subscribe is simulatedSubscribe of push.
const clientName = method => method.name.replace(/(\..*)\.(\w)/, (_, start, letter) => start + letter.toUpperCase());

const resultName = (method, text) => method.result.schema.const === undefined ? text : "";

// Returns JSON on one line with spaces.
function spaced(value) {
  if (Array.isArray(value)) return "[" + value.map(spaced).join(", ") + "]";
  return isObject(value) ? "{" + Object.entries(value).map(([key, item]) => JSON.stringify(key) + ": " + spaced(item)).join(", ") + "}" : JSON.stringify(value);
}

// Returns JSON on one line if it fits, else with each member on a line of its own.
function readable(value, width = 84, indentation = "") {
  const line = spaced(value), inner = indentation + "  ";
  if (indentation.length + line.length <= width || value === null || typeof value !== "object") return line;
  if (Array.isArray(value)) return "[\n" + value.map(item => inner + readable(item, width, inner)).join(",\n") + "\n" + indentation + "]";
  const lines = Object.entries(value).map(([name, item]) => {
    const key = JSON.stringify(name) + ": ";
    return inner + key + readable(item, width - key.length, inner);
  });
  return "{\n" + lines.join(",\n") + "\n" + indentation + "}";
}
