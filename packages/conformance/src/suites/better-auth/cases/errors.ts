import type { BetterAuthPlugin } from "better-auth"
import { whatIsPrinted } from "../../../engine/case-tools/what-is-printed.ts"
import { printDeep } from "../../../engine/print.ts"
import { type BetterAuthContext, listCases, type ObservedAdapter } from "../case.ts"
import { newSession, newUser, where } from "../rows.ts"
import { suiteOptions } from "../suite-options.ts"

const about = { clause: "BA-errors" } as const
const logs = "Tokens, links and addresses of users are in the logs, for everyone who can read them."

/** A model whose table does not exist: every call of it fails in the database. */
const missing = {
  id: "conformance-missing",
  schema: {
    conformanceMissing: {
      fields: { token: { type: "string", required: true }, amount: { type: "number", required: false } },
    },
  },
} satisfies BetterAuthPlugin
const model = "conformanceMissing"

/** An adapter for a table that does not exist. A store that creates its tables itself skips the case. */
async function openMissing(t: BetterAuthContext): Promise<ObservedAdapter> {
  const db = await t.open({ plugins: [...(suiteOptions.plugins ?? []), missing] })
  const outcome = await t.attempt(() => db.create({ model, data: { token: t.token() } }))
  if (outcome.status === "fulfilled") t.skip("the store creates missing tables itself")
  return db
}

type Call = readonly [name: string, call: () => Promise<unknown>]

const lookups = (t: BetterAuthContext, db: ObservedAdapter, modelName: string, token = t.token()): Call[] => {
  const byToken = [where("token", token)]
  return [
    ["findOne", () => db.findOne({ model: modelName, where: byToken })],
    ["findMany", () => db.findMany({ model: modelName, where: byToken })],
    ["count", () => db.count({ model: modelName, where: byToken })],
  ]
}

const changes = (t: BetterAuthContext, db: ObservedAdapter, modelName: string, token = t.token()): Call[] => {
  const byToken = [where("token", token)]
  const update = { token: `${token}-2` }
  return [
    ["update", () => db.update({ model: modelName, where: byToken, update })],
    ["updateMany", () => db.updateMany({ model: modelName, where: byToken, update })],
    ["delete", () => db.delete({ model: modelName, where: byToken })],
    ["deleteMany", () => db.deleteMany({ model: modelName, where: byToken })],
    ["consumeOne", () => db.consumeOne({ model: modelName, where: byToken })],
    ["incrementOne", () => db.incrementOne({ model: modelName, where: byToken, increment: {}, set: update })],
  ]
}

const allThrow = async (t: BetterAuthContext, calls: readonly Call[], when: string): Promise<void> => {
  for (const [name, call] of calls) await t.throws(call, `${name} ${when}`)
}

/** Makes calls that fail, and checks that neither their errors nor the console contain a text. */
async function checkSecret(t: BetterAuthContext, secret: string, calls: readonly Call[]): Promise<void> {
  for (const [name, call] of calls) {
    let error: unknown
    const printed = await whatIsPrinted(async () => {
      const outcome = await t.attempt(call)
      if (outcome.status === "rejected") error = outcome.reason
    })
    const around = (text: string) => {
      const at = text.indexOf(secret)
      return at < 0 ? undefined : text.slice(Math.max(0, at - 60), at + secret.length + 10)
    }
    t.equal(around(printDeep(error)), undefined, `the value of a call in the error of ${name}`)
    t.equal(around(printed.join("\n")), undefined, `the value of a call on the console during ${name}`)
  }
}

export const outages = listCases(about, [
  {
    id: "outages/lookups",
    outage: true,
    title: "When the database cannot be reached, lookups throw instead of returning null, 0 or nothing",
    harm: "A short outage signs all users out, and a person who signs in during it gets a second user.",
    fix: "Do not catch an error that you cannot handle.",
    async run(t) {
      const { db } = await t.openBroken()
      await allThrow(t, lookups(t, db, "session"), "during an outage")
    },
  },
  {
    id: "outages/writes",
    outage: true,
    title: "When the database cannot be reached, writes throw instead of reporting success",
    harm: "A sign-out seems to succeed, and the session stays valid.",
    fix: "Do not catch an error that you cannot handle.",
    async run(t) {
      const { db } = await t.openBroken()
      const create = () => db.create({ model: "user", data: t.user() })
      const transaction = () => db.transaction((inside) => inside.count({ model: "user" }))
      const calls: Call[] = [
        ["create", create],
        ["transaction", transaction],
      ]
      await allThrow(t, [...changes(t, db, "session"), ...calls], "during an outage")
    },
  },
  {
    id: "outages/values-in-errors",
    outage: true,
    title: "Errors of an outage contain no values of the calls",
    harm: logs,
    async run(t) {
      const { db } = await t.openBroken()
      const secret = t.token()
      const create: Call = [
        "create",
        () => db.create({ model: "verification", data: t.verification({ value: secret }) }),
      ]
      await checkSecret(t, secret, [
        create,
        ...lookups(t, db, "session", secret),
        ...changes(t, db, "session", secret),
      ])
    },
  },
])

export const errors = listCases(about, [
  {
    id: "errors/lookups",
    title: "A lookup that fails in the database throws instead of returning null, 0 or nothing",
    harm: "A failure looks like a user or a session that does not exist.",
    fix: "Do not catch an error that you cannot handle.",
    async run(t) {
      await allThrow(t, lookups(t, await openMissing(t), model), "of a missing table")
    },
  },
  {
    id: "errors/writes",
    title: "A write that fails in the database throws instead of reporting success",
    harm: "A sign-out seems to succeed, and the session stays valid.",
    fix: "Do not catch an error that you cannot handle.",
    async run(t) {
      await allThrow(t, changes(t, await openMissing(t), model), "of a missing table")
    },
  },
  {
    id: "errors/values-of-failed-calls",
    title: "Errors of calls that fail contain no values of the calls",
    harm: logs,
    evidence: "better-auth's Drizzle adapter: every failed query with its parameters",
    fix: "Throw an error of your own that names the table and what failed, without the statement's parameters.",
    async run(t) {
      const db = await openMissing(t)
      const secret = t.token()
      const create: Call = ["create", () => db.create({ model, data: { token: secret } })]
      await checkSecret(t, secret, [
        create,
        ...lookups(t, db, model, secret),
        ...changes(t, db, model, secret),
      ])
    },
  },
  {
    id: "errors/values-of-calls",
    title: "Calls that succeed print no values on the console",
    harm: logs,
    fix: "Print statements and parameters only if the site asks for it.",
    async run(t) {
      const secret = t.token()
      const { id } = await newUser(t)
      const create: Call = [
        "create",
        () => t.db.create({ model: "session", data: t.session(id, { token: secret }) }),
      ]
      const byToken = [where("token", secret)]
      const update: Call = [
        "update",
        () => t.db.update({ model: "session", where: byToken, update: { ipAddress: secret } }),
      ]
      const consume: Call = ["consumeOne", () => t.db.consumeOne({ model: "session", where: byToken })]
      await checkSecret(t, secret, [create, ...lookups(t, t.db, "session", secret), update, consume])
    },
  },
  {
    id: "errors/values-of-refused-rows",
    title: "Errors of a row with a taken value contain no values of the row",
    harm: logs,
    evidence: "pg: the address is in the detail of the error; MySQL and MariaDB: in its message",
    fix: "Throw an error of your own that names the unique field.",
    async run(t) {
      const [user, session] = [await newUser(t), await newSession(t)]
      const create = (modelName: string, data: Record<string, unknown>): Call => [
        `create of ${modelName}`,
        () => t.db.create({ model: modelName, data }),
      ]
      const { email, token } = { email: String(user["email"]), token: String(session["token"]) }
      const update: Call = [
        "update",
        async () =>
          t.db.update({ model: "user", where: [where("id", (await newUser(t)).id)], update: { email } }),
      ]
      await checkSecret(t, email, [create("user", t.user({ email })), update])
      await checkSecret(t, token, [create("session", t.session(user.id, { token }))])
      const inside: Call = [
        "transaction",
        () => t.db.transaction((db) => db.create({ model: "user", data: t.user({ email }) })),
      ]
      await checkSecret(t, email, [inside])
    },
  },
  {
    id: "errors/values-of-incomplete-rows",
    title: "Errors of a row that lacks a required value or its owner contain no values of the row",
    harm: logs,
    evidence: "pg: the whole row is in the detail of the error",
    fix: "Throw an error of your own that names the field.",
    async run(t) {
      const secret = t.token()
      const { id } = await newUser(t)
      const create = (name: string, data: Record<string, unknown>, modelName = "session"): Call => [
        `create of a session ${name}`,
        () => t.db.create({ model: modelName, data }),
      ]
      await checkSecret(t, secret, [
        create("without an expiry", { ...t.session(id, { token: secret }), expiresAt: null }),
        create("without a user", t.session(t.unique(), { token: secret })),
        create("whose user is null", { ...t.session(id, { token: secret }), userId: null }),
      ])
    },
  },
  {
    id: "errors/refused-writes-are-errors",
    level: "should",
    title: "What a call throws is an Error",
    harm: "The log shows no stack, and a handler that expects an error fails.",
    async run(t) {
      const { email } = await newUser(t)
      const error = await t.throws(
        () => t.db.create({ model: "user", data: t.user({ email }) }),
        "a second user",
      )
      t.check(error instanceof Error && error.message !== "", "an Error with a message", error)
    },
  },
])
