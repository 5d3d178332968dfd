/** Rewrites the names in one direction. Other text stays as it is. */
export interface Translation {
  /** Rewrites whole names in a path segment, a list of names, or the message of an error. */
  text(text: string): string;
  /** Rewrites the keys of a parsed body or query, and the values that hold names, but not the values of properties. */
  value(value: unknown): unknown;
}

export interface ServiceNames {
  /** From the names of the documents, such as `hs_owner_id`, to those of the service, such as `acme_owner_id`. */
  readonly toService: Translation;
  /** From the names of the service to those of the documents. */
  readonly toDocument: Translation;
  /** The start of the service's own headers, such as `x-acme-`. */
  readonly headerPrefix: string;
}

/**
 * Some names of the service contain its own name, which the documents replace: `SERVICE_DEFINED`, `serviceDefined`, `hs_owner_id`,
 * `hs_owner_assigneddate` and `hs_team_id`. Public client code and recorded responses contain the service's spelling.
 * @param name the name in lower or upper case, for example `acme` for `ACME_DEFINED`
 * @throws TypeError if the name does not consist of ASCII letters and digits and start with a letter
 */
export function serviceNames(name: string): ServiceNames {
  if (!isServiceName(name)) throw new TypeError("The service name must be ASCII letters and digits, starting with a letter.");
  const lower = name.toLowerCase();
  const names: readonly [string, string][] = [
    ["SERVICE_DEFINED", `${name.toUpperCase()}_DEFINED`],
    ["serviceDefined", `${lower}Defined`],
    ["hs_owner_id", `${lower}_owner_id`],
    ["hs_owner_assigneddate", `${lower}_owner_assigneddate`],
    ["hs_team_id", `${lower}_team_id`],
  ];
  return {
    toService: translation(new Map(names)),
    toDocument: translation(new Map(names.map(([own, service]) => [service, own]))),
    headerPrefix: `x-${lower}-`,
  };
}

export function isServiceName(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z0-9]*$/i.test(value);
}

/** The fields whose texts are names or contain names. In all other fields, a text that reads like a name is only a text. */
const holders = new Set([
  ...["properties", "propertiesWithHistory", "propertyName", "eventPropertyName", "targetObjectPropertyName"],
  ...["idProperty", "sort", "sorts", "category", "associationCategory", "in"],
]);

/**
 * Objects whose keys, and lists of objects whose fields `name`, are names of properties. The values of such an object are data, or lists of
 * definitions in an account's state.
 */
const maps = new Set(["properties", "propertiesWithHistory", "contactProperties"]);

/** Content without any names. */
const data = new Set(["customProperties", "content", "settings", "css", "flex_areas", "widgets", "widget_containers", "widgetcontainers"]);

function translation(names: ReadonlyMap<string, string>): Translation {
  // Messages quote received values, which are not names, in two forms.
  const quoted = String.raw`(?<!"propertyValue":"(?:[^"\\]|\\.)*|\(received .*)`;
  const whole = new RegExp(`(?<!\\w)(${[...names.keys()].join("|")})(?!\\w)${quoted}`, "gs");
  const text = (source: string) => source.replace(whole, (name) => names.get(name) ?? name);
  return { text, value: (value) => translate(value, "", false) };

  function translate(value: unknown, holder: string, inList: boolean): unknown {
    if (typeof value === "string") return holders.has(holder) ? text(value) : value;
    if (Array.isArray(value)) return value.map((item) => translate(item, holder, true));
    if (typeof value !== "object" || value === null || data.has(holder)) return value;
    const isMap = maps.has(holder) && !inList;
    const inMap = (item: unknown) => (typeof item === "string" ? item : translate(item, holder, true));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        if (isMap) return [text(key), Array.isArray(member) ? member.map(inMap) : member];
        return [text(key), translate(member, holderOf(key, value, holder), false)];
      }),
    );
  }

  /** Only the messages of errors and the links of paging contain names. A `name` is that of a property in definitions and in some lists. */
  function holderOf(key: string, object: object, holder: string): string {
    if (key === "message" && ("category" in object || "code" in object || "error" in object)) return "in";
    if (key === "link" && (holder === "next" || holder === "prev")) return "in";
    if (key === "name" && (holder === "inputs" || maps.has(holder) || ("label" in object && "type" in object))) return "propertyName";
    return key;
  }
}
