import { operationNames } from "mortise"
import { type Mutant, type Operation, wrapOperations } from "./mutant.ts"

/** Defects that change the values of any row when it is written or read. */
export const valueMutants: readonly Mutant[] = [
  {
    name: "dates-without-milliseconds",
    by: "dates/token-expiry-is-a-date",
    defect: "dates lose their milliseconds",
    evidence: "@auth/drizzle-adapter (mysql), lucia on SQLite",
    make: everyValue(whole),
  },
  {
    name: "dates-rounded-up",
    by: "dates/session-expiry-is-a-date",
    defect: "dates are rounded up to the next second: a session outlives its expiry",
    evidence: "MySQL DATETIME(0); SEC-A6",
    make: everyValue((value) =>
      value instanceof Date ? new Date(Math.ceil(value.getTime() / 1000) * 1000) : value,
    ),
  },
  {
    name: "dates-are-text",
    by: "dates/token-expiry-is-a-date",
    defect: "dates are returned as strings",
    evidence: "@auth/neo4j-adapter; @auth/core calls expires.valueOf() and compares it",
    make: everyValue((value) => (value instanceof Date ? value.toISOString() : value)),
  },
  {
    name: "dates-are-numbers",
    by: "dates/token-expiry-is-a-date",
    defect: "dates are returned as numbers of milliseconds",
    evidence: "SQLite integer columns without a codec",
    make: everyValue((value) => (value instanceof Date ? value.getTime() : value)),
  },
  {
    name: "dates-in-local-time",
    by: "dates/token-expiry-is-a-date",
    defect: "dates are written in one time zone and read in another",
    evidence: "timestamp without time zone; better-auth#9920",
    make: everyValue((value) => (value instanceof Date ? new Date(value.getTime() + 2 * hour) : value)),
  },
  {
    name: "date-like-text-becomes-a-date",
    by: "hostile-text/look-of-a-date",
    defect: "any text that looks like a date is returned as a Date",
    evidence: "isDate of @auth/core, in nine adapters; @auth/kysely-adapter, unstorage",
    make: everyValue((value) =>
      typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? new Date(value) : value,
    ),
  },
  {
    name: "date-like-text-refused",
    by: "hostile-text/look-of-a-date",
    defect: "text that Date.parse accepts cannot be written",
    evidence: '@auth/fauna-adapter: "12345" and "John 2" break sign-up',
    make: everyArgument((value) => {
      if (typeof value === "string" && value.length < 12 && !Number.isNaN(Date.parse(value)))
        throw new Error("invalid time")
      return value
    }),
  },
  {
    name: "text-in-latin-1",
    by: "hostile-text/is-kept",
    defect: "characters outside Latin-1 become question marks",
    evidence: "a connection with the wrong character set; SEC-J7",
    make: everyArgument((value) => replaced(value, /[^\p{ASCII}\u0080-\u00ff]/gu, "?")),
  },
  {
    name: "text-without-emoji",
    by: "hostile-text/is-kept",
    defect: "characters of four bytes are dropped",
    evidence: "MySQL utf8 (utf8mb3); SEC-J7",
    make: everyArgument((value) => replaced(value, /[\u{10000}-\u{10ffff}]/gu, "")),
  },
  {
    name: "quotes-doubled",
    by: "hostile-text/is-kept",
    defect: "quotes are escaped by hand and stay escaped",
    evidence: "SQL built from text; SEC-J11",
    make: everyArgument((value) => replaced(value, /'/g, "''")),
  },
  {
    name: "backslashes-eaten",
    by: "exact-keys/joined-parts-of-tokens",
    defect: "backslashes are interpreted as escapes",
    evidence: "MySQL string literals; SEC-J11",
    make: everyArgument((value) => replaced(value, /\\(.)/g, "$1")),
  },
  {
    name: "text-trimmed",
    by: "hostile-text/is-kept",
    defect: "spaces around a value are removed",
    evidence: "CHAR columns; SEC-C1",
    make: everyArgument((value) => (typeof value === "string" ? value.trim() : value)),
  },
]

const hour = 3_600_000

function whole(value: unknown): unknown {
  return value instanceof Date ? new Date(Math.floor(value.getTime() / 1000) * 1000) : value
}

const replaced = (value: unknown, pattern: RegExp, by: string): unknown =>
  typeof value === "string" ? value.replace(pattern, by) : value

type Change = (value: unknown) => unknown

/** Changes every field of every result. */
function everyValue(change: Change): Mutant["make"] {
  return wrapping(async (operation, args) => inside(await operation(...args), change))
}

/** Changes every argument, and every field of arguments that are objects. */
function everyArgument(change: Change): Mutant["make"] {
  return wrapping(async (operation, args) => operation(...args.map((arg) => inside(arg, change))))
}

function wrapping(call: (operation: Operation, args: unknown[]) => Promise<unknown>): Mutant["make"] {
  return wrapOperations(
    operationNames,
    (operation) =>
      (...args) =>
        call(operation, args),
  )
}

function inside(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((member) => inside(member, change))
  if (typeof value !== "object" || value === null || value instanceof Date) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member, change)]))
}
