import { makeCall } from "../calls.ts"
import type { NewCase, TestedDatabase } from "../case.ts"
import { byField, findRow, newRow, newSession, readRow, where } from "../rows.ts"

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

const exactKeyCase = ([name, model, field]: readonly [
  name: string,
  model: string,
  field: string,
]): NewCase => ({
  ...about,
  id: `keys/${name}`,
  title: `A ${field} of ${model} that differs in case, spaces, accents or length finds no row`,
  harm: "A person who knows a similar key gets the row of another one.",
  async run(t) {
    const key = `aB-${t.unique()}-Zz`
    await newRow(t, model, { [field]: key })
    t.row(await findRow(t, model, { [field]: key }), { [field]: key }, "findOne with the key")
    const similarKeys = similar(key)
    for (const similarKey of similarKeys) {
      // Some databases refuse NUL.
      const find = () => findRow(t, model, { [field]: similarKey })
      await t.findsNothing(find, `findOne with ${JSON.stringify(similarKey)} instead`)
    }
    const withoutNul = similarKeys.filter((text) => !text.includes("\0"))
    const rows = await t.db.findMany({ model, where: [where(field, withoutNul, { operator: "in" })] })
    t.equal(rows, [], "findMany with a list of the others")
  },
})

/** What a body of a request may contain instead of a text. */
const objects = [undefined, { $ne: null }, { $gt: "" }, { not: "" }, { contains: "" }, {}, []] as const

const notAKeyCase = (operation: keyof TestedDatabase): NewCase => ({
  ...about,
  id: `keys/objects-in-${operation}`,
  title: `Undefined or an object as the key of ${operation} matches no row`,
  harm: "A request with an object instead of a token gets, changes or deletes the row of another person.",
  evidence: "Prisma ignores a condition with undefined; CVE-2022-33171 in TypeORM",
  async run(t) {
    const row = await newSession(t)
    const update = operation.startsWith("update") && { update: { ipAddress: "203.0.113.9" } }
    for (const value of objects) {
      const filter = [...byField(row, "userId"), { field: "token", value }]
      const options = { model: "session", where: filter, ...update }
      const outcome = await t.attempt(() => makeCall(t.db, { operation, options }))
      const call = `${operation} with ${value === undefined ? "undefined" : JSON.stringify(value)} as a token`
      if (outcome.status === "fulfilled") {
        t.check(isNothing(outcome.value), `${call}: no row, or an error`, outcome.value)
      }
      const { token, ipAddress } = row
      t.row(await readRow(t, "session", row), { token, ipAddress }, `the session after ${call}`)
    }
  },
})

const isNothing = (result: unknown): boolean =>
  Array.isArray(result) ? result.length === 0 : result === null || result === undefined || result === 0

export const keys: readonly NewCase[] = [
  ...(
    [
      ["session-tokens", "session", "token"],
      ["emails", "user", "email"],
      ["verification-identifiers", "verification", "identifier"],
      ["verification-values", "verification", "value"],
      ["account-ids", "account", "accountId"],
      ["ids", "verification", "id"],
    ] as const
  ).map(exactKeyCase),
  ...(
    ["findOne", "findMany", "count", "update", "updateMany", "delete", "deleteMany", "consumeOne"] as const
  ).map(notAKeyCase),
]
