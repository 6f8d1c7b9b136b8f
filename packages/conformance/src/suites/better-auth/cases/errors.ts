import type { BetterAuthPlugin } from "better-auth"
import { whatIsPrinted } from "../../../engine/case-tools/what-is-printed.ts"
import { printDeep } from "../../../engine/print.ts"
import { type BetterAuthContext, listCases, type ObservedAdapter } from "../case.ts"
import { byId, newSession, newUser, where } from "../rows.ts"
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

/** Calls by their names. */
type Calls = Readonly<Record<string, () => Promise<unknown>>>

const lookups = (t: BetterAuthContext, db: ObservedAdapter, modelName: string, token = t.token()): Calls => {
  const query = { model: modelName, where: [where("token", token)] }
  return {
    findOne: () => db.findOne(query),
    findMany: () => db.findMany(query),
    count: () => db.count(query),
  }
}

const changes = (t: BetterAuthContext, db: ObservedAdapter, modelName: string, token = t.token()): Calls => {
  const query = { model: modelName, where: [where("token", token)] }
  const update = { token: `${token}-2` }
  return {
    update: () => db.update({ ...query, update }),
    updateMany: () => db.updateMany({ ...query, update }),
    delete: () => db.delete(query),
    deleteMany: () => db.deleteMany(query),
    consumeOne: () => db.consumeOne(query),
    incrementOne: () => db.incrementOne({ ...query, increment: {}, set: update }),
  }
}

const allThrow = async (t: BetterAuthContext, calls: Calls, when: string): Promise<void> => {
  for (const [name, call] of Object.entries(calls)) await t.throws(call, `${name} ${when}`)
}

/** Makes calls that fail, and checks that neither their errors nor the console contain a text. */
async function checkSecret(t: BetterAuthContext, secret: string, calls: Calls): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
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
      const calls: Calls = {
        ...changes(t, db, "session"),
        create: () => db.create({ model: "user", data: t.user() }),
        transaction: () => db.transaction((inside) => inside.count({ model: "user" })),
      }
      await allThrow(t, calls, "during an outage")
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
      await checkSecret(t, secret, {
        create: () => db.create({ model: "verification", data: t.verification({ value: secret }) }),
        ...lookups(t, db, "session", secret),
        ...changes(t, db, "session", secret),
      })
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
      const create = () => db.create({ model, data: { token: secret } })
      const calls = { create, ...lookups(t, db, model, secret), ...changes(t, db, model, secret) }
      await checkSecret(t, secret, calls)
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
      const query = { model: "session", where: [where("token", secret)] }
      await checkSecret(t, secret, {
        create: () => t.db.create({ model: "session", data: t.session(id, { token: secret }) }),
        ...lookups(t, t.db, "session", secret),
        update: () => t.db.update({ ...query, update: { ipAddress: secret } }),
        consumeOne: () => t.db.consumeOne(query),
      })
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
      const { email, token } = { email: String(user["email"]), token: String(session["token"]) }
      const otherUser = await newUser(t)
      await checkSecret(t, email, {
        "create of user": () => t.db.create({ model: "user", data: t.user({ email }) }),
        update: () => t.db.update({ model: "user", where: byId(otherUser), update: { email } }),
      })
      await checkSecret(t, token, {
        "create of session": () => t.db.create({ model: "session", data: t.session(user.id, { token }) }),
      })
      await checkSecret(t, email, {
        transaction: () => t.db.transaction((db) => db.create({ model: "user", data: t.user({ email }) })),
      })
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
      const create = (data: Record<string, unknown>) => () => t.db.create({ model: "session", data })
      const session = t.session(id, { token: secret })
      await checkSecret(t, secret, {
        "create of a session without an expiry": create({ ...session, expiresAt: null }),
        "create of a session without a user": create({ ...session, userId: t.unique() }),
        "create of a session whose user is null": create({ ...session, userId: null }),
      })
    },
  },
  {
    id: "errors/refused-writes-are-errors",
    level: "should",
    title: "What a call throws is an Error",
    harm: "The log shows no stack, and a handler that expects an error fails.",
    async run(t) {
      const { email } = await newUser(t)
      const signUp = () => t.db.create({ model: "user", data: t.user({ email }) })
      const error = await t.throws(signUp, "a second user")
      t.check(error instanceof Error && error.message !== "", "an Error with a message", error)
    },
  },
])
