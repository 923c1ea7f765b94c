// The types of an OpenRPC document: {kind, of}, {kind: "choice", values}, {kind: "record", fields}, {kind: "named", name}.

const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);

const types = {
  // The schemas of the document, by name.
  schemas: {},

  read(schema) {
    if (schema.$ref) return { kind: "named", name: schema.$ref.split("/").pop() };
    if (schema.allOf?.length === 1) return this.read(schema.allOf[0]);
    const choices = schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined);
    if (choices) return this.union(choices.map(choice => this.read(choice)));
    if ("const" in schema) return { kind: "constant", value: schema.const };
    if (schema.enum) return this.withNull(schema.enum.includes(null), { kind: "choice", values: schema.enum.filter(value => value !== null) });
    if (!Array.isArray(schema.type)) return this.plain(schema.type, schema);
    const all = schema.type.filter(name => name !== "null").map(name => this.plain(name, schema));
    return this.withNull(schema.type.includes("null"), all.length === 1 ? all[0] : { kind: "union", of: all });
  },

  union(all) {
    // Texts of which some are known.
    if (all.length === 2 && all[0].kind === "choice" && this.bare(all[1]).kind === "string") return all[1];
    const others = all.filter(type => type.kind !== "null");
    return this.withNull(others.length < all.length, others.length === 1 ? others[0] : { kind: "union", of: others });
  },

  plain(name, schema) {
    if (name === "array") return { kind: "list", of: this.read(schema.items ?? {}) };
    if (name !== "object") return { kind: name ?? "any" };
    if (schema.properties) {
      return { kind: "record", fields: Object.entries(schema.properties).map(([name, inner]) => this.field(name, inner, schema.required?.includes(name))) };
    }
    return isObject(schema.additionalProperties) ? { kind: "dictionary", of: this.read(schema.additionalProperties) } : { kind: "map" };
  },

  field(name, schema, isRequired) { return { name, schema, isRequired: Boolean(isRequired), type: this.read(schema) }; },
  parameters(method) { return method.params.map(param => this.field(param.name, { description: param.summary, ...param.schema }, param.required)); },
  named(name) { return this.schemas[name] ? this.read(this.schemas[name]) : { kind: "any" }; },
  withNull(isNullable, type) { return isNullable ? { kind: "optional", of: type } : type; },
  bare(type) { return type.kind === "optional" ? type.of : type; },
};
