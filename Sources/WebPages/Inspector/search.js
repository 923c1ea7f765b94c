// The search of the pane Jobs: words, and `name:value` with these names.
//
//   state:rejected,expired   method:mobileEvent (begins with)   code:400 (HTTP code or event code)   age:>1h   age:<5m
//   user:ab12 (begins with)   wait:token   attempts:>2   id:order- (begins with)   -name:value (not)   "two words"
//
// Several conditions hold together; a comma separates alternatives.

const searchNames = ["state", "method", "code", "age", "user", "wait", "attempts", "id"];
const jobStates = ["pending", "delivered", "rejected", "expired", "cleared", "lost"];
const unitSeconds = { s: 1, m: 60, min: 60, h: 3600, d: 86400 };

// Returns {conditions, problems}: a condition is {name, values, isNot} or {text, isNot}.
function parseSearch(text) {
  const conditions = [], problems = [];
  for (const match of text.matchAll(/(-?)(?:([a-zA-Z]+):)?("[^"]*"?|\S+)|-|\S+:/g)) {
    const isNot = match[1] === "-";
    const raw = match[3] ?? "", value = raw.replace(/^"|"$/g, "");
    const name = match[2]?.toLowerCase();
    if (!name) {
      const open = /^(\w+):$/.exec(match[0]);
      if (open && searchNames.includes(open[1].toLowerCase())) continue;
      if (value) conditions.push({ text: value.toLowerCase(), isNot });
      continue;
    }
    if (!searchNames.includes(name)) {
      problems.push(`There is no “${name}:”. There are ${searchNames.join(", ")}.`);
      continue;
    }
    const values = value.split(",").filter(Boolean);
    const parsed = values.map(value => name === "age" ? parseAge(value) : name === "attempts" ? parseNumber(value) : value.toLowerCase());
    const unknown = name === "state" && values.find(value => !jobStates.some(state => state.startsWith(value.toLowerCase())));
    if (unknown) problems.push(`There is no state “${unknown}”. There are ${jobStates.join(", ")}.`);
    else if (parsed.includes(null)) problems.push(`“${value}” is not understood. Examples: age:>1h, age:<30s, attempts:>2.`);
    else if (parsed.length) conditions.push({ name, values: parsed, isNot });
  }
  return { conditions, problems };
}

function parseAge(value) {
  const match = /^([<>]?)(\d+(?:\.\d+)?)(s|min|m|h|d)?$/i.exec(value);
  return match && { sign: match[1] || ">", number: match[2] * (unitSeconds[match[3]?.toLowerCase()] ?? 1) };
}

function parseNumber(value) {
  const match = /^([<>]?)(\d+)$/.exec(value);
  return match && { sign: match[1] || "=", number: Number(match[2]) };
}

function compares(number, { sign, number: bound }) {
  return sign === ">" ? number > bound : sign === "<" ? number < bound : number === bound;
}

// Returns true if a job meets all conditions. `now` is in µs.
function matchesSearch(job, conditions, now) {
  return conditions.every(condition => {
    const holds = condition.text !== undefined ? textOfJob(job).includes(condition.text)
      : condition.values.some(value => holdsFor(job, condition.name, value, now));
    return holds !== condition.isNot;
  });
}

function holdsFor(job, name, value, now) {
  switch (name) {
    case "state": return job.state.startsWith(value);
    case "method": return (job.method ?? "").toLowerCase().startsWith(value);
    case "code": return [job.httpCode, job.eventCode, job.lastError?.code, job.lastError?.httpCode].some(code => textOf(code) === value);
    case "age": return compares((now - job.start) / 1e6, value);
    case "user": return value === "none" ? job.user === null : (job.user ?? "").toLowerCase().startsWith(value);
    case "wait": return (job.waitingFor ?? "") === value;
    case "attempts": return compares(job.attemptCount, value);
    case "id": return job.requestId.toLowerCase().startsWith(value);
  }
}

function textOfJob(job) {
  return [job.requestId, job.method, job.user, job.eventName, job.lastError?.message, errorOf(job)].filter(Boolean).join("\n").toLowerCase();
}

// Returns the filter of outbox.retry and outbox.discard that chooses what the search chooses, or null if the bridge has
// none: the bridge must choose the jobs of the list, and no others. `jobs` are those of the list.
function filterOfSearch(conditions, jobs, now) {
  const filter = {};
  for (const { name, values, isNot } of conditions) {
    if (isNot || filter[name]) return null;
    filter[name] = values;
  }
  const { state, method, code, age, ...others } = filter, result = {};
  if (Object.keys(others).length || state?.length > 1 || age?.length > 1) return null;
  if (state) result.state = ["pending", "rejected"].find(name => name.startsWith(state[0]));
  if (state && !result.state) return null;
  if (method) result.method = [...new Set(jobs.map(job => job.method))];
  if (code) {
    // The bridge knows the codes of events, not those of HTTP.
    result.code = code.map(Number);
    if (jobs.some(job => !result.code.includes(job.state === "pending" ? job.lastError?.code : job.eventCode))) return null;
  }
  if (age) {
    const time = new Date(now / 1000 - age[0].number * 1000).toISOString();
    if (age[0].sign === "=") return null;
    result[age[0].sign === ">" ? "acceptedBefore" : "acceptedAfter"] = time;
  }
  return Object.keys(result).length ? result : null;
}
