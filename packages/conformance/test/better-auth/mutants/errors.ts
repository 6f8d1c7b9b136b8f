import { type Given, type MethodName, type Methods, type Mutant, mutant, pause } from "./mutant.ts"

/** Returns a value instead of throwing. */
const swallowing =
  (name: MethodName, value: unknown) =>
  (good: Methods): Partial<Methods> => ({
    [name]: (given: Given) => good[name](given).catch(() => value),
  })

/** Adds the values of a call to its errors. */
const telling =
  (names: readonly MethodName[], tell: (error: Error, given: Given) => void) =>
  (good: Methods): Partial<Methods> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        (given: Given) =>
          good[name](given).catch((error: Error) => {
            tell(error, given)
            throw error
          }),
      ]),
    )

const shown = (given: Given) => JSON.stringify([given.where, given.data, given.update])

/** A cache of lookups that this adapter clears when it writes. */
const caching =
  (name: MethodName, clears: readonly MethodName[]) =>
  (good: Methods): Partial<Methods> => {
    const kept = new Map<string, unknown>()
    const clearing = clears.map((each) => [
      each,
      async (given: Given) => {
        kept.clear()
        return good[each](given).finally(() => kept.clear())
      },
    ])
    return {
      ...Object.fromEntries(clearing),
      [name]: async (given: Given) => {
        const key = JSON.stringify(given)
        if (!kept.has(key)) kept.set(key, await good[name](given))
        return structuredClone(kept.get(key))
      },
    }
  }

const errors: readonly Mutant[] = [
  mutant("outages/lookups", "findMany returns nothing during an outage", swallowing("findMany", [])),
  mutant("outages/writes", "delete reports success during an outage", swallowing("delete", undefined)),
  mutant(
    "outages/values-in-errors",
    "errors of an outage have the values of the call",
    telling(["findOne"], (error, given) => Object.assign(error, { parameters: [shown(given)] })),
  ),
  mutant("errors/lookups", "findOne returns null if the database fails", swallowing("findOne", null)),
  mutant("errors/writes", "deleteMany returns 0 if the database fails", swallowing("deleteMany", 0)),
  mutant(
    "errors/values-of-failed-calls",
    "failed queries have their parameters in the message",
    telling(["update"], (error, given) => {
      error.message += ` params: ${shown(given)}`
    }),
  ),
  mutant("errors/values-of-calls", "every lookup is printed with its parameters", (good) => ({
    findOne: (given) => {
      console.debug("select", given.where)
      return good.findOne(given)
    },
  })),
  mutant(
    "errors/values-of-refused-rows",
    "a taken address is in the detail of the error's cause",
    telling(["create"], (error, given) => {
      error.cause = { detail: `Key (email)=(${given.data?.["email"]}) already exists.` }
    }),
  ),
  mutant(
    "errors/values-of-incomplete-rows",
    "a failing row is in the stack",
    telling(["create"], (error, given) => {
      error.stack = `${error.stack} Failing row contains ${shown(given)}`
    }),
  ),
  mutant("errors/refused-writes-are-errors", "errors are texts", (good) => ({
    create: (given) => good.create(given).catch((error: Error) => Promise.reject(error.message)),
  })),
]

const writes = [
  "create",
  "update",
  "updateMany",
  "delete",
  "deleteMany",
  "consumeOne",
  "incrementOne",
] as const

const caches: readonly Mutant[] = [
  mutant(
    "fresh/deleted-sessions",
    "lookups are cached until this adapter writes",
    caching("findOne", writes),
  ),
  mutant(
    "fresh/updated-rows",
    "lookups are cached until update",
    caching("findOne", ["create", "update", "delete"]),
  ),
  mutant("fresh/missed-rows", "counts are cached", caching("count", [])),
  mutant("fresh/reads-during-a-write", "lookups are cached until a write begins", (good) => {
    const rows = new Map<string, unknown>()
    return {
      findOne: async (given) => {
        const key = JSON.stringify(given)
        if (!rows.has(key)) rows.set(key, await good.findOne(given))
        return structuredClone(rows.get(key))
      },
      update: async (given) => {
        rows.clear()
        await pause()
        return good.update(given)
      },
    }
  }),
  mutant("fresh/reads-during-a-write", "equal lookups share one query", (good) => {
    const running = new Map<string, Promise<unknown>>()
    return {
      findOne: async (given) => {
        const key = JSON.stringify(given)
        const query =
          running.get(key) ?? good.findOne(given).finally(() => pause().then(() => running.delete(key)))
        running.set(key, query)
        return structuredClone(await query)
      },
    }
  }),
  mutant("fresh/joined-rows", "joined rows are cached", (good) => {
    const { findOne = good.findOne } = caching("findOne", [])(good)
    return { findOne: (given) => (given.join ? findOne(given) : good.findOne(given)) }
  }),
  mutant("fresh/reused-keys", "verification values are cached by their identifier", caching("findOne", [])),
]

export const errorMutants: readonly Mutant[] = [...errors, ...caches]
