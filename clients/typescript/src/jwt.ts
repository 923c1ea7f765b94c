/** The claims of a JWT for tests: the members of the claim `matching`, and registered claims such as `exp`. */
export interface Claims {
  db_id: number;
  email?: string;
  phone?: string;
  profile_id?: string;
  field_name?: string;
  field_value?: string;
  provider?: string;
  subscription_id?: string;
  /** The way to match a profile; by default that of the first identifier, in the order of these members. */
  matching?: string;
  exp?: number;
  iat?: number;
  nbf?: number;
  iss?: string;
  sub?: string;
  aud?: string;
  jti?: string;
}

/** The identifiers of each way to match a profile. */
const matchings = Object.entries({
  email: ["email"],
  phone: ["phone"],
  profile_id: ["profile_id"],
  custom: ["field_name", "field_value"],
  push_sub: ["provider", "subscription_id"],
});
const registered = ["exp", "iat", "nbf", "iss", "sub", "aud", "jti"];
const integers = ["db_id", "exp", "iat", "nbf"];
const names = ["db_id", "matching", ...matchings.flatMap(([, members]) => members), ...registered];

/** Returns an unsigned JWT, as `altcraft-bridge jwt` prints it. The simulated platform accepts it, a real one does not. */
export function jwt(claims: Claims): string {
  const given = Object.entries(claims).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!names.includes(name)) throw new TypeError(`${name}: unknown claim`);
    if (integers.includes(name)) {
      if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${name}: must be an integer from 0`);
    } else if (typeof value !== "string" || value.trim() === "") {
      throw new TypeError(`${name}: must be a text that is not empty`);
    }
  }
  const matching = Object.fromEntries(given.filter(([name]) => !registered.includes(name)));
  const used = matchings.filter(([, members]) => members.some((name) => name in matching));
  const missing = used.flatMap(([, members]) => members).find((name) => !(name in matching));
  if (missing !== undefined) throw new TypeError(`${missing}: is missing`);
  const [first] = used;
  if (!("db_id" in matching) || first === undefined) throw new TypeError("jwt: needs db_id and an identifier, such as email");
  const payload = {
    ...Object.fromEntries(given.filter(([name]) => registered.includes(name))),
    matching: { ...matching, matching: claims.matching ?? first[0] },
  };
  return `${encoded({ alg: "none", typ: "JWT" })}.${encoded(payload)}.`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
