import type { Where } from "better-auth"
import type { BetterAuthContext, NewCase } from "../case.ts"
import { byField, newSession, newUser, newValue, readRow, where } from "../rows.ts"

const about = {
  clause: "BA-keys",
  fix: "Compare keys with a binary collation, and check the type of every value.",
} as const

/** Texts that are similar to a key, but not equal. */
const similar = (key: string): string[] =>
  [
    key.toUpperCase(),
    key.toLowerCase(),
    `${key} `,
    ` ${key}`,
    key.slice(0, -1),
    `${key}x`,
    `${key}\0`,
    key.replace("a", "á"),
    key.replace("a", "ａ"),
    key.replace("a", "a\u0301"),
    key.replace("a", "%"),
    key.replace("a", "_"),
    "%",
    `${key.slice(0, 4)}%`,
    "",
  ].filter((text) => text !== key)

/** Finds nothing, or throws: some databases refuse NUL. */
const findsNothing = (t: BetterAuthContext, model: string, filter: Where[], what: string) =>
  t.findsNothing(() => t.db.findOne({ model, where: filter }), what)

const exact = (
  name: string,
  model: string,
  field: string,
  make: (t: BetterAuthContext, key: string) => Promise<unknown>,
): NewCase => ({
  ...about,
  id: `keys/${name}`,
  title: `A ${field} of ${model} that differs in case, spaces, accents or length finds no row`,
  harm: "A person who knows a similar key gets the row of another one.",
  async run(t) {
    const key = `aB-${t.unique()}-Zz`
    await make(t, key)
    t.row(await t.db.findOne({ model, where: [where(field, key)] }), { [field]: key }, "findOne with the key")
    for (const similarKey of similar(key))
      await findsNothing(
        t,
        model,
        [where(field, similarKey)],
        `findOne with ${JSON.stringify(similarKey)} instead`,
      )
    const list = where(
      field,
      similar(key).filter((text) => !text.includes("\0")),
      { operator: "in" },
    )
    t.equal(await t.db.findMany({ model, where: [list] }), [], "findMany with a list of the others")
  },
})

/** What a body of a request may contain instead of a text. */
const objects: readonly unknown[] = [
  undefined,
  { $ne: null },
  { $gt: "" },
  { not: "" },
  { contains: "" },
  {},
  [],
]

const notAKey = (
  name: string,
  act: (t: BetterAuthContext, filter: Where[]) => Promise<unknown>,
): NewCase => ({
  ...about,
  id: `keys/objects-in-${name}`,
  title: `Undefined or an object as the key of ${name} matches no row`,
  harm: "A request with an object instead of a token gets, changes or deletes the row of another person.",
  evidence: "Prisma ignores a condition with undefined; CVE-2022-33171 in TypeORM",
  async run(t) {
    const row = await newSession(t)
    for (const value of objects) {
      const condition = { field: "token", value } as Where
      const outcome = await t.attempt(() => act(t, [...byField(row, "userId"), condition]))
      const nothing = [null, undefined, 0, "[]"] as readonly unknown[]
      if (outcome.status === "fulfilled") {
        const { value: result } = outcome
        const shown = Array.isArray(result) && result.length === 0 ? "[]" : result
        t.check(
          nothing.includes(shown),
          `${name} with ${describeKey(value)} as a token: no row, or an error`,
          result,
        )
      }
      const expected = { token: row["token"], ipAddress: row["ipAddress"] }
      const storedRow = await readRow(t, "session", row)
      t.row(storedRow, expected, `the session after ${name} with ${describeKey(value)}`)
    }
  },
})

const describeKey = (value: unknown): string => (value === undefined ? "undefined" : JSON.stringify(value))

const model = "session"
const update = { ipAddress: "203.0.113.9" }

export const keys: readonly NewCase[] = [
  exact("session-tokens", "session", "token", (t, token) => newSession(t, { token })),
  exact("emails", "user", "email", (t, email) => newUser(t, { email })),
  exact("verification-identifiers", "verification", "identifier", (t, identifier) =>
    newValue(t, { identifier }),
  ),
  exact("verification-values", "verification", "value", (t, value) => newValue(t, { value })),
  exact("account-ids", "account", "accountId", async (t, accountId) =>
    t.db.create({ model: "account", data: t.account((await newUser(t)).id, { accountId }) }),
  ),
  exact("ids", "verification", "id", (t, id) =>
    t.db.create({ model: "verification", data: { ...t.verification(), id }, forceAllowId: true }),
  ),
  notAKey("findOne", (t, filter) => t.db.findOne({ model, where: filter })),
  notAKey("findMany", (t, filter) => t.db.findMany({ model, where: filter })),
  notAKey("count", (t, filter) => t.db.count({ model, where: filter })),
  notAKey("update", (t, filter) => t.db.update({ model, where: filter, update })),
  notAKey("updateMany", (t, filter) => t.db.updateMany({ model, where: filter, update })),
  notAKey("delete", (t, filter) => t.db.delete({ model, where: filter })),
  notAKey("deleteMany", (t, filter) => t.db.deleteMany({ model, where: filter })),
  notAKey("consumeOne", (t, filter) => t.db.consumeOne({ model, where: filter })),
]
