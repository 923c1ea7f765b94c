// Calls as code: netcat, `altcraft-bridge call`, and each client. The code is that of the reference, which the modules
// ClientGenerator and APIReference write; a test compares both for every example.

// The types of an OpenRPC document, in the terms of the clients.
const sampleTypes = {
  read(schema) {
    if (schema.$ref) return { kind: "named", name: schema.$ref.split("/").pop() };
    if (schema.allOf && schema.allOf.length === 1) return this.read(schema.allOf[0]);
    const choices = schema.oneOf || (schema.type === undefined ? schema.anyOf : undefined);
    if (choices) return this.union(choices.map(choice => this.read(choice)));
    if ("const" in schema) return { kind: "constant", value: schema.const };
    if (schema.enum) {
      const choice = { kind: "choice", values: schema.enum.filter(value => typeof value === "string") };
      return schema.enum.includes(null) ? this.optional(choice) : choice;
    }
    if (Array.isArray(schema.type)) {
      const types = schema.type.filter(name => name !== "null").map(name => this.plain(name, schema));
      const type = types.length === 1 ? types[0] : { kind: "union", of: types };
      return schema.type.includes("null") ? this.optional(type) : type;
    }
    return this.plain(schema.type, schema);
  },

  union(types) {
    if (types.length === 2 && types[0].kind === "choice" && this.bare(types[1]).kind === "string") {
      const open = { kind: "open", values: types[0].values };
      return types[1].kind === "optional" ? this.optional(open) : open;
    }
    const others = types.filter(type => type.kind !== "null");
    const type = others.length === 1 ? others[0] : { kind: "union", of: others };
    return others.length < types.length ? this.optional(type) : type;
  },

  plain(name, schema) {
    if (name === "array") return { kind: "list", of: schema.items ? this.read(schema.items) : { kind: "any" } };
    if (name !== "object") return { kind: name || "any" };
    if (schema.properties) {
      const required = schema.required || [];
      return {
        kind: "record",
        fields: Object.entries(schema.properties).map(([name, schema]) => this.field(name, schema, required.includes(name))),
      };
    }
    const values = schema.additionalProperties;
    return values && typeof values === "object" ? { kind: "dictionary", of: this.read(values) } : { kind: "map" };
  },

  field(name, schema, isRequired) { return { name, type: this.read(schema), isRequired, schema }; },
  optional(type) { return { kind: "optional", of: type }; },
  bare(type) { return type.kind === "optional" ? type.of : type; },

  // Returns the named types, each with its inner records under names of their own.
  flatten(name, type) {
    const inner = [];
    const add = (name, type) => inner.push(...this.flatten(name, type));
    const variant = type => type.kind === "record"
      ? replace(name + type.fields.map(field => typeName(field.name)).join(""), type) : replace(name, type);
    const replace = (name, type) => {
      switch (type.kind) {
        case "record": add(name, type); return { kind: "named", name };
        case "list": case "dictionary": case "optional": return { kind: type.kind, of: replace(name, type.of) };
        case "union": return { kind: "union", of: type.of.map(variant) };
        default: return type;
      }
    };
    let outer;
    if (type.kind === "record") {
      outer = {
        kind: "record",
        fields: type.fields.map(field => ({ ...field, type: replace(name + typeName(field.name), field.type) })),
      };
    } else {
      outer = replace(name, type);
    }
    return [[name, outer], ...inner];
  },
};

const upperFirst = text => text.slice(0, 1).toUpperCase() + text.slice(1);
const typeName = text => text.split(/[.\-_$/]/).filter(Boolean).map(upperFirst).join("");
const isUpper = letter => letter !== undefined && letter !== letter.toLowerCase();
const isLower = letter => letter !== undefined && letter !== letter.toUpperCase();

function snakeCase(text) {
  const words = [];
  for (let i = 0; i < text.length; i++) {
    const starts = isUpper(text[i]) && (i === 0 || !isUpper(text[i - 1]) || isLower(text[i + 1]));
    if (words.length === 0 || starts) words.push("");
    words[words.length - 1] += text[i].toLowerCase();
  }
  return words.join("_");
}

const goInitialisms = new Set(("api apns cc fcm hms http id iid ios json jwt nse os pid rpc sdk sid sms tcp uid uri url utm").split(" "));
const goName = text => text.split(/[^\p{L}\p{N}]+/u).flatMap(part => snakeCase(part).split("_")).filter(Boolean)
  .map(word => goInitialisms.has(word) ? word.toUpperCase() : upperFirst(word)).join("");

const javaKeywords = new Set(("boolean case char class default double else enum final float for if import int interface long new package "
  + "private public return short static super switch this throw try void while").split(" "));
const javaName = text => {
  const name = typeName(text), first = name.slice(0, 1).toLowerCase() + name.slice(1);
  return javaKeywords.has(first) ? first + "Value" : first;
};

const pythonKeywords = new Set(("False None True and as assert async await break class continue def del elif else except finally for from "
  + "global if import in is lambda nonlocal not or pass raise return try while with yield self timeout").split(" "));
const pythonName = text => {
  const name = snakeCase(text);
  return pythonKeywords.has(name) ? name + "_" : name;
};

// Code that can stand on one line or on several: a text, or an object made by one of these.
const labelled = (label, piece) => ({ label, piece });
const group = (open, items, close, last = "") => ({ open, items, close, last });
const chain = (head, calls) => ({ head, calls });

const codeLine = piece => typeof piece === "string" ? piece
  : piece.label !== undefined ? piece.label + codeLine(piece.piece)
    : piece.calls ? codeLine(piece.head) + piece.calls.map(codeLine).join("")
      : piece.items.length ? piece.open + piece.items.map(codeLine).join(", ") + piece.close
        : piece.open.trim() + piece.close.trim();

const isGroup = piece => typeof piece === "object" && (piece.label !== undefined ? isGroup(piece.piece) : !piece.calls);

function layout(piece, unit = "  ", indentation = "", used = 0) {
  const line = codeLine(piece), inner = indentation + unit;
  if (typeof piece === "string" || indentation.length + used + line.length <= 80) return line;
  if (piece.label !== undefined) return piece.label + layout(piece.piece, unit, indentation, used + piece.label.length);
  if (piece.calls) {
    return layout(piece.head, unit, indentation, used) + piece.calls.map(call => "\n" + inner + layout(call, unit, inner)).join("");
  }
  if (!piece.items.length) return line;
  const first = piece.items.slice(0, -1), final = piece.items[piece.items.length - 1];
  // The last argument keeps its brackets beside those of the call.
  if (piece.open.endsWith("(") && isGroup(final) && first.every(item => typeof item === "string")) {
    const start = piece.open + first.map(item => item + ", ").join("");
    return start + layout(final, unit, indentation, used + start.length) + piece.close;
  }
  const lines = piece.items.map(item => inner + layout(item, unit, inner));
  return piece.open.trimEnd() + "\n" + lines.join(",\n") + piece.last + "\n" + indentation + piece.close.trim();
}

// The code of calls, made from a document of `rpc.discover`.
class CallSamples {
  constructor(document) {
    const functions = list => list.filter(method => !method["x-alias-of"]).map(method => ({
      name: method.name,
      group: method.name.includes(".") ? method.name.split(".")[0] : null,
      local: method.name.split(".").slice(1).join(".") || method.name,
      parameters: method.params.map(param => sampleTypes.field(
        param.name, { description: param.summary, ...param.schema }, Boolean(param.required))),
      result: sampleTypes.read(method.result.schema),
    }));
    this.methods = new Map(functions(document.methods).map(method => [method.name, method]));
    this.aliases = new Map(document.methods.filter(method => method["x-alias-of"]).map(method => [method.name, method["x-alias-of"]]));
    this.types = new Map(Object.entries(document.components.schemas)
      .flatMap(([name, schema]) => sampleTypes.flatten(name, sampleTypes.read(schema))));
    const callers = [...this.methods.values(), ...functions(document["x-callbacks"] || [])];
    this.choices = this.findChoices(callers);
    this.go = this.goChoices();
    this.java = this.javaChoices();
  }

  // The languages, in the order of the reference.
  static languages = ["netcat", "call", "TypeScript", "Python", "Go", "Java"];

  // Returns the code of a call in a language; null where the types of its client do not allow the parameters.
  code(language, name, params) {
    if (language === "netcat") return this.netcat(name, params);
    const method = this.methods.get(this.aliases.get(name) || name);
    const fits = !!method && this.fitFields(params, method.parameters);
    // `call` itself refuses wrong parameters, unless they are given as JSON.
    if (language === "call") return this.command(name, params, !fits);
    return fits ? this[language.toLowerCase() + "Code"](method, params) : null;
  }

  netcat(method, params) {
    const message = { jsonrpc: "2.0", id: 1, method, ...(Object.keys(params).length ? { params } : {}) };
    return "nc -N -U \"$XDG_RUNTIME_DIR/altcraft-bridge/rpc.sock\" <<'END'\n" + JSON.stringify(message) + "\nEND";
  }

  command(method, params, isJSON) {
    const plain = text => /^[A-Za-z0-9._:/@-]+$/.test(text);
    const words = Object.entries(params).map(([key, value]) => {
      const text = typeof value === "number" || typeof value === "boolean" ? String(value)
        : typeof value === "string" && plain(value) && parsedJSON(value) === undefined ? value : null;
      return text === null ? null : key + "=" + text;
    });
    const start = "altcraft-bridge call " + (plain(method) ? method : "'" + method + "'");
    if (!words.length) return start + (isJSON ? " '{}'" : "");
    return start + " " + (isJSON || words.includes(null) ? "'" + readable(params).replace(/'/g, "'\\''") + "'" : words.join(" "));
  }

  fitFields(object, fields) {
    return Object.keys(object).every(key => fields.some(field => field.name === key))
      && fields.every(field => (field.name in object ? this.fits(object[field.name], field.type) : !field.isRequired));
  }

  fits(value, type) {
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
    switch (type.kind) {
      case "any": return true;
      case "null": return value === null;
      case "boolean": case "number": return typeof value === type.kind;
      case "integer": return Number.isInteger(value);
      case "string": case "open": return typeof value === "string";
      case "choice": return type.values.includes(value);
      case "constant": return JSON.stringify(value) === JSON.stringify(type.value);
      case "map": return isObject;
      case "dictionary": return isObject && Object.values(value).every(item => this.fits(item, type.of));
      case "list": return Array.isArray(value) && value.every(item => this.fits(item, type.of));
      case "record": return isObject && this.fitFields(value, type.fields);
      case "named": return this.types.has(type.name) && this.fits(value, this.types.get(type.name));
      case "union": return type.of.some(one => this.fits(value, one));
      default: return value === null || this.fits(value, type.of);
    }
  }

  // Returns the record of a union that has this value; for a string, the record that it is short for.
  recordOf(value, types) {
    for (const type of types) {
      if (type.kind !== "named") continue;
      if (this.fits(value, type)) return [value, type.name];
      const category = { name: value, active: true };
      if (typeof value === "string" && this.fits(category, type)) return [category, type.name];
    }
    return null;
  }

  // Returns the uses of texts with a fixed set of values: owner, field and values.
  findChoices(functions) {
    const owners = [...this.types].filter(([, type]) => type.kind === "record").map(([name, type]) => [name, type.fields])
      .concat(functions.map(method => [method.name, method.parameters]));
    return owners.flatMap(([owner, fields]) => fields.flatMap(field => {
      const type = sampleTypes.bare(field.type);
      return type.values && type.values.length > 1 ? [{ owner, field: field.name, key: type.values.join() }] : [];
    }));
  }

  namedChoices() {
    return [...this.types].filter(([, type]) => type.kind === "choice").map(([name, type]) => [type.values.join(), name]);
  }
}


// Returns JSON on one line with spaces.
function spaced(value) {
  if (Array.isArray(value)) return "[" + value.map(spaced).join(", ") + "]";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return "{" + Object.entries(value).map(([key, item]) => JSON.stringify(key) + ": " + spaced(item)).join(", ") + "}";
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
