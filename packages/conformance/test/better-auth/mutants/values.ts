import {
  all,
  editing,
  type Fields,
  field,
  fields,
  type Mutant,
  mutant,
  onDates,
  returning,
  storing,
} from "./mutant.ts"

const cut = (date: Date, unit: number): Date => new Date(Math.floor(date.getTime() / unit) * unit)
const hour = 3_600_000
const offset = (date: Date): number => date.getTimezoneOffset() * 60_000
/** Changes the length of texts. */
const onTexts = (change: (text: string) => unknown) =>
  fields((value) => (typeof value === "string" ? change(value) : value))

/** The hour of a clock change in Europe. */
const inChange = (date: Date): boolean =>
  date.getUTCMonth() === 2 && date.getUTCDate() >= 25 && date.getUTCHours() === 1

const dates: readonly Mutant[] = [
  mutant("dates/milliseconds", "milliseconds are cut off", storing(onDates((date) => cut(date, 1_000)))),
  mutant(
    "dates/far-years",
    "dates after 2038 are refused",
    storing(
      onDates((date) => {
        if (date.getTime() > 2 ** 31 * 1_000) throw new Error("out of range")
        return date
      }),
    ),
  ),
  mutant(
    "dates/clock-changes",
    "an hour that a clock change skips is moved",
    storing(onDates((date) => (inChange(date) ? new Date(date.getTime() + hour) : date))),
  ),
  mutant(
    "dates/are-dates",
    "findMany returns dates as text",
    returning(
      onDates((date) => date.toISOString()),
      ["findMany"],
    ),
  ),
  mutant("dates/absent", "no date becomes 1970", returning(field("moment", (value) => value ?? new Date(0)))),
  mutant(
    "dates/compared",
    "dates are compared by the second",
    editing(all, (one) => (one.value instanceof Date ? { ...one, value: cut(one.value, 1_000) } : one)),
  ),
  mutant(
    "dates/compared",
    "deleteMany rounds dates up to the second",
    editing(["deleteMany"], (one) =>
      one.value instanceof Date
        ? { ...one, value: new Date(Math.ceil(Number(one.value) / 1_000) * 1_000) }
        : one,
    ),
  ),
  mutant("dates/other-time-zones", "dates are stored as local time", (good) => ({
    ...storing(onDates((date) => new Date(date.getTime() - offset(date))))(good),
    ...returning(
      onDates((date) => new Date(date.getTime() + offset(date))),
      ["findOne", "findMany"],
    )(good),
  })),
]

const falsyToNull = (value: unknown): unknown =>
  value === 0 || value === "" || value === false ? null : value

const kinds: readonly Mutant[] = [
  mutant("values/text", "text is trimmed", storing(onTexts((text) => text.trim()))),
  mutant("values/long-text", "text is cut at 255 characters", storing(onTexts((text) => text.slice(0, 255)))),
  mutant(
    "values/long-text-of-every-model",
    "the values of verifications are cut at 1,000 characters",
    storing(field("value", (value) => (typeof value === "string" ? value.slice(0, 1_000) : value))),
  ),
  mutant("values/text-with-nul", "text ends at a NUL", storing(onTexts((text) => text.split("\0")[0]))),
  mutant("values/empty-text", "an empty text becomes null", storing(field("note", falsyToNull))),
  mutant(
    "values/booleans",
    "booleans are returned as numbers",
    returning(fields((value) => (typeof value === "boolean" ? Number(value) : value))),
  ),
  mutant(
    "values/numbers",
    "negative numbers become positive",
    storing(field("amount", (value) => (typeof value === "number" ? Math.abs(value) : value))),
  ),
  mutant(
    "values/large-numbers",
    "numbers have 32 bits",
    storing(field("large", (value) => (typeof value === "number" ? value | 0 : value))),
  ),
  mutant(
    "values/json",
    "JSON loses null",
    storing(
      field("payload", (value) =>
        JSON.parse(JSON.stringify(value ?? null, (_, each) => each ?? undefined) ?? "null"),
      ),
    ),
  ),
  mutant(
    "values/lists-of-text",
    "lists are joined with commas",
    storing(field("tags", (value) => (Array.isArray(value) ? value.join(",").split(",") : value))),
  ),
  mutant(
    "values/lists-of-numbers",
    "numbers of a list become text",
    returning(field("levels", (value) => (Array.isArray(value) ? value.map(String) : value))),
  ),
  mutant("values/empty-values-differ", "zero and false become null", storing(fields(falsyToNull))),
  mutant(
    "values/similar-letters-stay",
    "letters are composed",
    storing(onTexts((text) => text.normalize("NFC"))),
  ),
]

const objects: readonly Mutant[] = [
  mutant(
    "objects/own-fields",
    "rows have an internal field",
    returning((row) => ({ ...row, _id: row["id"] })),
  ),
  mutant("objects/results-are-copies", "results are kept and returned again", (good) => {
    const kept = new Map<string, Fields>()
    return {
      findOne: async (given) => {
        const key = JSON.stringify(given)
        const row = kept.get(key) ?? ((await good.findOne(given)) as Fields | null)
        if (row && given.model === "conformanceRow") kept.set(key, row)
        return row
      },
    }
  }),
  mutant("objects/results-are-separate", "concurrent lookups share a result", (good) => {
    const running = new Map<string, Promise<unknown>>()
    return {
      findOne: (given) => {
        const key = JSON.stringify(given)
        const same = running.get(key) ?? good.findOne(given).finally(() => running.delete(key))
        running.set(key, same)
        return same
      },
    }
  }),
  mutant("objects/arguments-are-copied", "lists and dates of an argument stay in the store", (good) => {
    const given = new Map<string, Fields>()
    return {
      create: async (args) => {
        const row = (await good.create(args)) as Fields
        given.set(String(row["id"]), args.data ?? {})
        return row
      },
      findOne: async (args) => {
        const row = (await good.findOne(args)) as Fields | null
        const data = given.get(String(row?.["id"]))
        return row && data ? { ...row, ...(data["tags"] !== undefined && { tags: data["tags"] }) } : row
      },
    }
  }),
  mutant("objects/arguments-are-not-changed", "a condition is changed by its call", (good) => ({
    findMany: (given) => {
      for (const one of given.where ?? []) one.operator ??= "eq"
      return good.findMany(given)
    },
  })),
  mutant("objects/joined-results-are-copies", "joined results are kept and returned again", (good) => {
    const kept = new Map<string, Fields>()
    return {
      findOne: async (given) => {
        if (!given.join) return good.findOne(given)
        const key = JSON.stringify(given)
        const row = kept.get(key) ?? ((await good.findOne(given)) as Fields)
        kept.set(key, row)
        return row
      },
    }
  }),
  mutant("objects/methods", "there is no consumeOne", () => ({ consumeOne: undefined }) as never),
  mutant("objects/detached-methods", "methods need this", (good) => ({
    create(this: unknown, given) {
      if (this === undefined) throw new TypeError("Cannot read properties of undefined")
      return good.create(given)
    },
  })),
  mutant("objects/several-adapters", "the default limit is that of the first adapter", (good) => ({
    findMany: (given) => good.findMany({ limit: 100, ...given }),
  })),
]

/** Values that only some calls return wrong. */
const inSomeCalls: readonly Mutant[] = [
  mutant("joins/values", "dates of rows that findMany joins are text", (good) => ({
    findMany: async (given) => {
      const rows = (await good.findMany(given)) as Fields[]
      const asText = onDates((date) => date.toISOString())
      return rows.map((row) =>
        fields((value) => (Array.isArray(value) && given.join ? value.map(asText) : value))(row),
      )
    },
  })),
  mutant("lists/selected-fields", "select leaves out values such as 0", (good) => ({
    findOne: async (given) => {
      const row = (await good.findOne(given)) as Fields | null
      if (!row || !given.select) return row
      return Object.fromEntries(Object.entries(row).filter(([, value]) => value))
    },
  })),
  mutant("increments/sets-beside", "incrementOne does not set null", (good) => ({
    incrementOne: (given) => {
      const set = Object.entries(given.set ?? {}).filter(([, value]) => value !== null)
      return good.incrementOne({ ...given, set: Object.fromEntries(set) })
    },
  })),
]

export const valueMutants: readonly Mutant[] = [...dates, ...kinds, ...objects, ...inSomeCalls]
