// The rules of each language for calls and literals.
Object.assign(CallSamples.prototype, {
  typescriptCode(method, params) {
    const value = json => {
      if (Array.isArray(json)) return group("[", json.map(value), "]", ",");
      if (json !== null && typeof json === "object") {
        const key = name => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name));
        return group("{ ", Object.entries(json).map(([name, item]) => labelled(key(name) + ": ", value(item))), " }", ",");
      }
      return JSON.stringify(json);
    };
    const name = ["bridge", method.group, method.local].filter(Boolean).join(".");
    const result = method.result.kind === "constant" ? "" : "const result = ";
    const call = group("(", Object.keys(params).length ? [value(params)] : [], ");");
    return layout(labelled(result + "await ", labelled(name, call)));
  },

  pythonCode(method, params) {
    const value = json => {
      if (json === null) return "None";
      if (typeof json === "boolean") return json ? "True" : "False";
      if (Array.isArray(json)) return group("[", json.map(value), "]", ",");
      if (typeof json !== "object") return JSON.stringify(json);
      return group("{", Object.entries(json).map(([name, item]) => labelled(JSON.stringify(name) + ": ", value(item))), "}", ",");
    };
    const given = method.parameters.filter(field => field.name in params);
    const call = group(
      "(", given.filter(field => field.isRequired).map(field => value(params[field.name])).concat(
        given.filter(field => !field.isRequired).map(field => labelled(pythonName(field.name) + "=", value(params[field.name])))),
      ")", ",");
    const name = ["bridge", ...[method.group, method.local].filter(Boolean).map(pythonName)].join(".");
    return layout(labelled(method.result.kind === "constant" ? "" : "result = ", labelled(name, call)), "    ");
  },

  // The names of the choices in Go, by their values.
  goChoices() {
    const names = new Map(this.namedChoices().map(([key, name]) => [key, goName(name)]));
    const taken = new Set([...this.types.keys()].map(goName));
    for (const use of this.choices) {
      if (names.has(use.key)) continue;
      const same = this.choices.filter(other => other.key === use.key), field = goName(use.field), owner = goName(use.owner);
      const isOfField = same.length > 1 && !taken.has(field) && same.every(other => other.field === use.field)
        && this.choices.every(other => other.field !== use.field || other.key === use.key);
      names.set(use.key, isOfField ? field : owner.endsWith(field) ? owner : owner + field);
    }
    return names;
  },

  goCode(method, params) {
    const options = method.parameters.filter(field => !field.isRequired);
    const args = ["ctx", ...method.parameters.filter(field => field.isRequired).map(field => this.goValue(params[field.name], field.type))];
    if (options.length) {
      const given = options.filter(field => field.name in params);
      args.push(given.length ? labelled("&", this.goStructure(goName(method.name) + "Options", given, params)) : "nil");
    }
    const name = ["client", ...[method.group, method.local].filter(Boolean).map(goName)].join(".");
    const isPlain = method.result.kind === "constant" || method.result.kind === "null";
    return layout(labelled((isPlain ? "err := " : "result, err := ") + name, group("(", args, ")", ",")), "\t");
  },

  goStructure(name, fields, object) {
    const isConstant = type => type.kind === "constant" || (type.kind === "choice" && type.values.length === 1);
    const members = fields.filter(field => !isConstant(field.type) && field.name in object).map(field => labelled(
      goName(field.name) + ": ",
      this.goValue(object[field.name], field.isRequired ? field.type : sampleTypes.optional(sampleTypes.bare(field.type)))));
    return group("altcraft." + name + "{", members, "}", ",");
  },

  goType(type) {
    switch (type.kind) {
      case "boolean": return "bool";
      case "integer": return "int64";
      case "number": return "float64";
      case "string": return "string";
      case "choice": case "open": return this.go.get(type.values.join()) || "string";
      case "map": case "dictionary": case "record": return "JSONObject";
      case "list": return "[]" + this.goType(type.of);
      case "named": return goName(type.name);
      case "union": return type.of.length === 2 && type.of[0].kind === "string" && type.of[1].kind === "named" ? goName(type.of[1].name) : "any";
      case "optional": return (this.goNeedsPointer(type.of) ? "*" : "") + this.goType(type.of);
      default: return "any";
    }
  },

  goNeedsPointer(type) {
    if (type.kind === "named") return (this.types.get(type.name) || {}).kind === "record";
    return ["boolean", "integer", "number", "record"].includes(type.kind);
  },

  goValue(json, type) {
    switch (type.kind) {
      case "choice": case "open": {
        const name = this.goType(type);
        return name === "string" || !type.values.includes(json) ? this.goLiteral(json) : "altcraft." + name + goName(json);
      }
      case "list": return this.goList(json, type.of);
      case "named": return this.goNamed(json, type.name);
      case "union": {
        const record = this.recordOf(json, type.of);
        return record ? this.goNamed(...record) : this.goLiteral(json);
      }
      case "optional": {
        if (json === null) return this.goType(type) === "string" ? '""' : "nil";
        const value = this.goValue(json, type.of);
        if (!this.goNeedsPointer(type.of)) return value;
        if (type.of.kind === "named") return labelled("&", value);
        if (type.of.kind === "integer" || type.of.kind === "number") return "altcraft.Ptr(" + this.goType(type.of) + "(" + json + "))";
        return group("altcraft.Ptr(", [value], ")", ",");
      }
      default: return this.goLiteral(json);
    }
  },

  goList(items, element) {
    const type = this.goType(element);
    if (type === "Category" && items.every(item => typeof item === "string")) {
      return group("altcraft.Categories(", items.map(item => this.goLiteral(item)), ")", ",");
    }
    const prefix = ["string", "int64", "float64", "bool", "any"].includes(type) ? "" : "altcraft.";
    return group("[]" + prefix + type + "{", items.map(item => this.goValue(item, element)), "}", ",");
  },

  goNamed(json, name) {
    const type = this.types.get(name), bare = type && sampleTypes.bare(type);
    if (!type) return this.goLiteral(json);
    if (type.kind === "record") return this.goStructure(goName(name), type.fields, json);
    if (bare.kind !== "union") return this.goValue(json, type);
    if (json === null) return "nil";
    const isText = bare.of.some(one => one.kind === "constant" && one.value === json);
    return isText ? "altcraft." + goName(name) + goName(json) : this.goValue(json, bare);
  },

  goLiteral(json) {
    if (json === null) return "nil";
    if (Array.isArray(json)) return group("[]any{", json.map(item => this.goLiteral(item)), "}", ",");
    if (typeof json !== "object") return JSON.stringify(json);
    return group(
      "altcraft.JSONObject{", Object.entries(json).map(([name, item]) => labelled(JSON.stringify(name) + ": ", this.goLiteral(item))), "}", ",");
  },

  // The names of the choices in Java, by their values.
  javaChoices() {
    const found = [...new Set(this.choices.map(use => use.key))].map(key => {
      const uses = this.choices.filter(use => use.key === key);
      return { key, owners: uses.map(use => typeName(use.owner)), field: uses[0].field };
    });
    const named = new Map(this.namedChoices()), taken = new Set([...this.types.keys(), "Class", "Type"]);
    const unnamed = found.filter(choice => !named.has(choice.key));
    for (const choice of unnamed) {
      const short = typeName(choice.field);
      const rivals = unnamed.filter(other => other.field === choice.field).sort((a, b) => b.owners.length - a.owners.length);
      const isClear = rivals.length === 1 || (rivals[0] === choice && choice.owners.length > 1);
      named.set(choice.key, isClear && !taken.has(short) ? short : choice.owners[0] + short);
    }
    return named;
  },

  javaForm(name) {
    const type = this.types.get(name);
    return type ? sampleTypes.bare(type) : { kind: "any" };
  },

  javaCode(method, params) {
    const args = method.parameters.filter(field => field.isRequired).map(field => this.javaValue(params[field.name], field.type));
    const options = method.parameters.filter(field => !field.isRequired && field.name in params);
    if (options.length) args.push(chain("new " + typeName(method.name) + "Options()", this.javaSetters(options, params)));
    const name = "bridge." + (method.group ? method.group + "()." : "") + method.local;
    return layout(labelled((method.result.kind === "constant" ? "" : "var result = ") + name, group("(", args, ").join();")));
  },

  javaSetters(fields, object) {
    return fields.filter(field => field.name in object).map(field => {
      const type = sampleTypes.bare(field.type), json = object[field.name];
      const values = type.kind === "list" ? this.javaElements(json || [], type.of) : [this.javaValue(json, type)];
      return group("." + javaName(field.name) + "(", values, ")");
    });
  },

  javaElements(items, element) {
    if (element.kind !== "union" || items.every(item => typeof item === "string")) return items.map(item => this.javaValue(item, element));
    return items.map(item => {
      const record = this.recordOf(item, element.of);
      return record ? this.javaNamed(...record) : this.javaLiteral(item);
    });
  },

  javaValue(json, type, isBoxed = false) {
    if (json === null) return "null";
    switch (type.kind) {
      case "integer": return json + (isBoxed ? "L" : "");
      case "number": return Number.isInteger(json) ? json + ".0" : String(json);
      case "choice": {
        const name = this.java.get(type.values.join());
        return name ? name + "." + snakeCase(json).toUpperCase().replace(/[^\p{L}\p{N}]/gu, "_") : this.javaLiteral(json);
      }
      case "list": return group("List.of(", json.map(item => this.javaValue(item, type.of, true)), ")");
      case "optional": return this.javaValue(json, type.of, true);
      case "named": return this.javaNamed(json, type.name);
      default: return this.javaLiteral(json);
    }
  },

  javaNamed(json, name) {
    const form = this.javaForm(name);
    const isRecord = type => type.kind === "named" && (this.types.get(type.name) || {}).kind === "record";
    if (form.kind === "record") return this.javaRecord(json, name, form.fields);
    if (form.kind !== "union") return this.javaValue(json, form);
    if (form.of.every(isRecord)) {
      const record = this.recordOf(json, form.of);
      return record ? this.javaNamed(...record) : this.javaLiteral(json);
    }
    const member = form.of.find(one => this.fits(json, one));
    if (!member) return this.javaLiteral(json);
    const fields = isRecord(member) ? this.types.get(member.name).fields : null;
    const factory = member.kind === "constant" ? javaName(member.value)
      : fields ? javaName(fields.map(field => typeName(field.name)).join("")) : "of";
    const args = fields ? fields.map(field => this.javaValue(field.name in json ? json[field.name] : null, field.type))
      : member.kind === "constant" ? [] : [this.javaValue(json, member)];
    return group(name + "." + factory + "(", args, ")");
  },

  javaRecord(object, name, fields) {
    const variable = fields.filter(field => field.type.kind !== "constant" && !(field.type.kind === "choice" && field.type.values.length === 1));
    const made = group(
      "new " + name + "(", variable.filter(field => field.isRequired).map(field => this.javaValue(field.name in object ? object[field.name] : null, field.type)), ")");
    const optional = variable.filter(field => !field.isRequired && field.name in object);
    return optional.length ? chain(made, this.javaSetters(optional, object)) : made;
  },

  javaLiteral(json) {
    if (Array.isArray(json) && !json.includes(null)) return group("List.of(", json.map(item => this.javaLiteral(item)), ")");
    if (json !== null && typeof json === "object") {
      const members = Object.entries(json);
      // `Map.of` takes ten members, and no null.
      if (!Array.isArray(json) && members.length <= 10 && members.every(([, item]) => item !== null)) {
        return group("Map.of(", members.map(([key, item]) => labelled(JSON.stringify(key) + ", ", this.javaLiteral(item))), ")");
      }
      return group("JsonParser.parseString(", [JSON.stringify(JSON.stringify(json))], ").getAsJsonObject().asMap()");
    }
    if (Number.isInteger(json) && Math.abs(json) > 2147483647) return json + "L";
    return JSON.stringify(json);
  },
});
