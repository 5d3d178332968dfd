import { isServiceName } from "@crm-platform/types/serviceNames";
import { isObject } from "../contract/openapi/document.ts";
import { didYouMean } from "../contract/problems/nearest.ts";
import { isBearerToken } from "../contract/request/bearer.ts";

export interface OptionRule {
  /** The rest of the error message, after the option's name. */
  readonly requirement: string;
  readonly fits: (value: unknown) => boolean;
  readonly isRequired?: true;
}

export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const maxListed = 5;

/** Does not quote values, because they may be passwords or tokens. @throws TypeError with the first problems */
export function checkOptions<Options extends object>(functionName: string, options: Options, rules: OptionRules<Options>): void {
  if (!isObject(options)) throw new TypeError(`${functionName}: the options must be an object.`);
  const ruleOf = new Map<string, OptionRule>(Object.entries(rules));
  const missing = [...ruleOf].flatMap(([name, { isRequired, requirement }]) =>
    isRequired && options[name] === undefined ? [`${name} is missing; it ${requirement}`] : [],
  );
  const invalid = Object.entries(options).flatMap(([name, value]) => {
    const rule = ruleOf.get(name);
    if (!rule) return [`${name} is not an option${didYouMean(name, ruleOf.keys()) || "."} Valid options: ${[...ruleOf.keys()].join(", ")}`];
    return value === undefined || rule.fits(value) ? [] : [`${name} ${rule.requirement}`];
  });
  const problems = [...missing, ...invalid];
  if (problems.length === 0) return;
  const more = problems.length > maxListed ? `; and ${problems.length - maxListed} more` : "";
  throw new TypeError(`${functionName}: ${problems.slice(0, maxListed).join("; ")}${more}.`);
}

export const absoluteUrl: OptionRule = {
  requirement: "must be an absolute URL, for example https://api.example.com",
  fits: (value) => typeof value === "string" && /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
  isRequired: true,
};

export const callbackRule: OptionRule = { requirement: "must be a function", fits: (value) => typeof value === "function" };

export const bearerTokenRule: OptionRule = {
  requirement: "must consist of one or more letters, digits or . _ ~ + / -, because it is sent in a header",
  fits: (value) => typeof value === "string" && isBearerToken(value),
};

export const portRule: OptionRule = {
  requirement: "must be an integer from 0 to 65535",
  fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
};

/** Rejects an empty value, which usually comes from an unset variable. Node would then listen on every address. */
export const hostnameRule: OptionRule = {
  requirement: "must be a host name or an address such as 127.0.0.1, and must not be empty",
  fits: (value) => typeof value === "string" && value !== "",
};

export const bodyLimitRule: OptionRule = {
  requirement: "must be a number of bytes, at least 1",
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** @param name the function that a mock must have */
export function mockRule(name: string): OptionRule {
  return {
    requirement: "must be a mock, for example the result of await createMock()",
    fits: (value) => isObject(value) && typeof value[name] === "function",
    isRequired: true,
  };
}

export const serviceNameRule: OptionRule = {
  requirement: "must be ASCII letters and digits, starting with a letter",
  fits: isServiceName,
};
