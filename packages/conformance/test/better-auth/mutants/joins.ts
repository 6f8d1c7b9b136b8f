import { type Fields, type Given, type Methods, type Mutant, mutant } from "./mutant.ts"

/** Changes the rows of a join. */
const joining =
  (change: (rows: unknown, given: Given) => unknown, model = "session") =>
  (good: Methods): Partial<Methods> => {
    const edit = (row: unknown, given: Given) =>
      row && given.join ? { ...(row as Fields), [model]: change((row as Fields)[model], given) } : row
    return {
      findOne: async (given) => edit(await good.findOne(given), given),
      findMany: async (given) => ((await good.findMany(given)) as Fields[]).map((row) => edit(row, given)),
    }
  }
const list = (rows: unknown): Fields[] => (Array.isArray(rows) ? rows : [])

/** Defects of joins. */
export const joinMutants: readonly Mutant[] = [
  mutant("joins/the-user-of-a-session", "the joined user is that of another session", (good) => {
    let last: unknown
    return joining((user) => {
      const wrong = last ?? user
      last = user
      return wrong
    }, "user")(good)
  }),
  mutant(
    "joins/all-rows",
    "a join returns one row",
    joining((rows) => list(rows).slice(0, 1)),
  ),
  mutant("joins/limit", "the limit of a join is ignored", (good) => ({
    findOne: (given) =>
      good.findOne({
        ...given,
        ...(given.join && { join: Object.fromEntries(Object.keys(given.join).map((name) => [name, true])) }),
      }),
  })),
  mutant(
    "joins/many-rows",
    "the joined rows of a page are read with one findMany without a limit",
    (good) => ({
      findMany: async (given) => {
        let left = 100
        const rows = (await good.findMany(given)) as Fields[]
        return rows.map((row) => {
          const joined = list(row["session"]).slice(0, left)
          left -= joined.length
          return "session" in row ? { ...row, session: joined } : row
        })
      },
    }),
  ),
  mutant("joins/limit-for-each-row", "the limit of a join counts over all rows", (good) => ({
    findMany: async (given) => {
      let left = Object.values(given.join ?? {}).reduce(
        (sum, one) => sum + (typeof one === "object" ? (one.limit ?? 100) : 100),
        0,
      )
      const rows = (await good.findMany(given)) as Fields[]
      return rows.map((row) => {
        const own = list(row["session"]).slice(0, left)
        left -= own.length
        return given.join ? { ...row, session: own } : row
      })
    },
  })),
  mutant("joins/limit-of-the-rows", "the limit of findMany counts joined rows", (good) => ({
    findMany: async (given) => {
      const rows = (await good.findMany(given)) as Fields[]
      return given.join && given.limit ? rows.slice(0, Math.ceil(given.limit / 3)) : rows
    },
  })),
  mutant("joins/nothing-to-join", "a join leaves out rows without joined rows", (good) => ({
    findOne: async (given) => {
      const row = (await good.findOne(given)) as Fields | null
      const isEmpty = (name: string) => row?.[name] === null || list(row?.[name] ?? [1]).length === 0
      return row && given.join && Object.keys(given.join).some(isEmpty) ? null : row
    },
  })),
  mutant(
    "joins/one-row",
    "a single joined row is a list",
    joining((row) => [row], "conformanceRow"),
  ),
  mutant("joins/two-models", "two joins multiply their rows", (good) => ({
    findOne: async (given) => {
      const row = (await good.findOne(given)) as Fields | null
      if (!row || Object.keys(given.join ?? {}).length < 2) return row
      return { ...row, session: list(row["session"]).flatMap((one) => list(row["account"]).map(() => one)) }
    },
  })),
  mutant("joins/limits-of-two-models", "the first limit of two joins is that of both", (good) => ({
    findOne: (given) => {
      const [first] = Object.values(given.join ?? {})
      const join = Object.fromEntries(Object.keys(given.join ?? {}).map((name) => [name, first ?? true]))
      return good.findOne({ ...given, ...(given.join && { join }) })
    },
  })),
  mutant(
    "joins/values",
    "dates of joined rows are text",
    joining((rows) => list(rows).map((row) => ({ ...row, expiresAt: String(row["expiresAt"]) }))),
  ),
]
