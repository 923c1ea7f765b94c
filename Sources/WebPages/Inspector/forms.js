// Controls for the types of the document. A control has an `element`, `read()`, which returns the value, undefined for none,
// and throws a FormError; and `write(value)`, which returns false if the control cannot show the value.

class FormError extends Error {
  constructor(message, input) {
    super(message);
    this.input = input;
  }
}

let controlCount = 0;

class Forms {
  constructor(onChange) {
    this.onChange = onChange;
  }

  // Returns a control of all fields of a method or a record.
  fields(fields, depth = 0) {
    const rows = fields.map(field => this.row(field, depth));
    return {
      element: h("div.fields", rows.map(row => row.element)),
      read: () => {
        const object = {}, missing = [];
        for (const row of rows) {
          const value = row.read();
          if (value !== undefined) object[row.field.name] = value;
          else if (row.field.isRequired) missing.push(row);
        }
        if (missing.length && (depth === 0 || Object.keys(object).length)) missing[0].fail(`${missing[0].field.name} is required.`);
        return depth && !Object.keys(object).length ? undefined : object;
      },
      write: value => {
        if (value !== undefined && !isObject(value)) return false;
        if (value && Object.keys(value).some(key => !fields.some(field => field.name === key))) return false;
        return rows.map(row => row.write(value?.[row.field.name])).every(Boolean);
      },
    };
  }

  // Returns a control with its label, its description and the place of its problem.
  row(field, depth) {
    const id = `field-${++controlCount}`;
    const [text, example] = splitExample(field.schema.description ?? "");
    const control = this.control(field.type, { id, example, isRequired: field.isRequired, depth, isDefault: field.schema.default });
    const problem = h("p.bad", { id: `${id}-problem`, role: "alert", hidden: true });
    const note = h("p.soft", { id: `${id}-note`, text });
    const input = control.input ?? control.element;
    const name = [h("code", { text: field.name }), field.isRequired ? h("span.warn", { text: " required" }) : null];
    input.setAttribute("aria-describedby", text ? `${id}-note ${id}-problem` : `${id}-problem`);
    if (field.isRequired && control.input) input.setAttribute("aria-required", "true");
    let element;
    if (control.input) {
      element = h("div.field", h("label", { for: id }, name), h("div", control.element, problem, text ? note : null));
    } else if (field.isRequired) {
      element = h("fieldset.field", h("legend", null, name), text ? note : null, problem, control.element);
    } else {
      element = h("details.field", h("summary", null, name, " ", h("span.soft.clip", { text: text.split(". ")[0] })),
        problem, control.element);
    }
    const clear = () => {
      problem.hidden = true;
      input.removeAttribute("aria-invalid");
    };
    element.addEventListener("input", clear);
    return {
      field, element,
      fail(message) { throw new FormError(message, { input, problem }); },
      read() {
        clear();
        try { return control.read(); } catch (error) {
          if (error instanceof FormError && !error.input) error.input = { input, problem };
          throw error;
        }
      },
      write(value) {
        clear();
        if (element.tagName === "DETAILS") element.open = value !== undefined;
        return control.write(value);
      },
    };
  }

  control(type, place) {
    const bare = types.bare(type), isNullable = type.kind === "optional" && place.isRequired;
    if (bare.kind === "named") {
      const named = types.named(bare.name);
      if (place.depth < 5) return this.control(types.withNull(type.kind === "optional" || named.kind === "optional", types.bare(named)), place);
    }
    if (bare.kind === "union" || (isNullable && bare.kind !== "any")) {
      return this.variants([...(bare.kind === "union" ? bare.of : [bare]), ...(isNullable ? [{ kind: "null" }] : [])], place);
    }
    switch (bare.kind) {
      case "record": return this.fields(bare.fields, place.depth + 1);
      case "choice": return this.choice(bare.values.map(value => [value, value]), place);
      case "boolean": return this.choice([["true", true], ["false", false]], place);
      case "constant": return this.choice([[JSON.stringify(bare.value), bare.value]], place);
      case "string": return this.text(place);
      case "integer": case "number": return this.number(bare, place);
      default: return this.json(bare, place);
    }
  }

  choice(options, place) {
    const none = place.isDefault === undefined ? place.isRequired ? "choose …" : "not given" : `not given (${place.isDefault})`;
    const input = h("select", { id: place.id, oninput: this.onChange },
      h("option", { value: "" }, none), options.map(([text], index) => h("option", { value: index, text })));
    return {
      element: input, input,
      read: () => input.value === "" ? undefined : options[input.value][1],
      write: value => {
        const index = options.findIndex(option => option[1] === value);
        input.value = index < 0 ? "" : index;
        return value === undefined || index >= 0;
      },
    };
  }

  // An empty field has no value; an empty text can be given as JSON.
  text(place) {
    const input = h("input", { id: place.id, type: "text", autocomplete: "off", spellcheck: "false", placeholder: plainExample(place.example), oninput: this.onChange });
    return {
      element: input, input,
      read: () => input.value === "" ? undefined : input.value,
      write: value => {
        input.value = typeof value === "string" ? value : "";
        return value === undefined || input.value !== "" && !/[\r\n]/.test(value);
      },
    };
  }

  number(type, place) {
    const input = h("input", {
      id: place.id, type: "text", inputmode: type.kind === "integer" ? "numeric" : "decimal", autocomplete: "off",
      placeholder: place.isDefault ?? plainExample(place.example), oninput: this.onChange,
    });
    return {
      element: input, input,
      read: () => {
        const text = input.value.trim(), value = parsedJSON(text);
        if (text === "") return undefined;
        if (typeof value !== "number") throw new FormError(`${shortened(text, 40)} is not a number.`);
        if (type.kind === "integer" && !Number.isInteger(value)) throw new FormError(`${shortened(text, 40)} is not a whole number.`);
        return value;
      },
      write: value => {
        input.value = typeof value === "number" ? value : "";
        return value === undefined || typeof value === "number";
      },
    };
  }

  json(type, place) {
    const words = { list: "a list", map: "an object", dictionary: "an object" };
    const input = h("textarea", {
      id: place.id, rows: 2, spellcheck: "false", placeholder: place.example || `${words[type.kind] ?? "a value"}, as JSON`, oninput: this.onChange,
    });
    return {
      element: input, input,
      read: () => {
        if (input.value.trim() === "") return undefined;
        const value = parsedJSON(input.value);
        if (value === undefined) throw new FormError(jsonProblem(input.value));
        return value;
      },
      write: value => {
        input.value = value === undefined ? "" : readable(value, 60);
        input.rows = Math.min(12, Math.max(2, input.value.split("\n").length));
        return value === undefined || (type.kind === "list" ? Array.isArray(value) : type.kind === "any" || isObject(value));
      },
    };
  }

  // Returns a control that first asks for the form of the value.
  variants(all, place) {
    const controls = all.map((type, index) => {
      const fixed = type.kind === "null" ? null : type.kind === "constant" ? type.value : undefined;
      if (fixed !== undefined) return { read: () => fixed, write: value => value === fixed };
      const control = this.control(type, { ...place, id: `${place.id}-${index}`, isRequired: true, depth: place.depth + 1 });
      control.input?.setAttribute("aria-label", variantName(type));
      return { ...control, part: h("div.variant", { hidden: true }, control.element) };
    });
    const input = h("select", { id: place.id, oninput: () => { show(); this.onChange(); } },
      h("option", { value: "" }, place.isRequired ? "choose …" : "not given"),
      all.map((type, index) => h("option", { value: index, text: variantName(type) })));
    const show = () => controls.forEach(({ part }, index) => { if (part) part.hidden = input.value !== String(index); });
    return {
      element: h("div", input, controls.map(control => control.part)), input,
      read: () => controls[input.value]?.read(),
      write: value => {
        const index = value === undefined ? -1 : controls.findIndex(control => control.write(value));
        controls.forEach((control, other) => { if (other !== index) control.write(undefined); });
        input.value = index < 0 ? "" : index;
        show();
        return value === undefined || index >= 0;
      },
    };
  }
}

function variantName(type) {
  if (type.kind === "constant") return JSON.stringify(type.value);
  if (type.kind === "named") return type.name;
  if (type.kind === "record") return `{${type.fields.map(field => field.name).join(", ")}}`;
  return { string: "text", map: "object", dictionary: "object" }[type.kind] ?? type.kind;
}

// Returns a description and the example at its end.
function splitExample(text) {
  const match = /^(.*?) ?Example: `(.*)`\.$/.exec(text);
  return match ? [match[1], match[2]] : [text, ""];
}

const plainExample = example => typeof parsedJSON(example) === "string" ? parsedJSON(example) : example;

// Returns the fault of a text that cannot be read as JSON, in the words of the browser.
function jsonProblem(text) {
  try { JSON.parse(text); } catch (error) { return `This cannot be read as JSON: ${error.message}`; }
  return "";
}

// Shows the problem of a form at its control. Returns false if it has none.
function showFormError(error) {
  const { input, problem } = error.input ?? {};
  if (!problem) return false;
  for (let place = problem.parentElement; place; place = place.parentElement) if (place.tagName === "DETAILS") place.open = true;
  setText(problem, error.message);
  problem.hidden = false;
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return true;
}
