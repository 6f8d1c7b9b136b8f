import { type Factory, type RunOptions, runConformance } from "@mortise/conformance"
import type { SuiteOptions } from "../../../workshop/src/tests/tier.ts"
import { extras } from "../../src/contract/adapter-parts.ts"
import type { MortiseError } from "../../src/contract/errors.ts"
import { text } from "../../src/contract/fields.ts"
import { modelNames } from "../../src/contract/models.ts"
import { defineSchema } from "../../src/schema/define-schema.ts"
import { d1 } from "../../src/sql/drivers/d1/d1-client.ts"
import { durableObject } from "../../src/sql/drivers/durable-object/durable-object-client.ts"
import { type D1Client, d1Adapter } from "../../src/stores/sql/adapters/d1-adapter.ts"
import {
  type DurableObjectClient,
  durableObjectAdapter,
} from "../../src/stores/sql/adapters/durable-object-adapter.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../src/stores/sql/sql-adapter.ts"
import { type Call, makeCall, rows } from "./calls.ts"
import { counted } from "./counted.ts"

/** The state of a Durable Object, as far as the tests use it. */
export type StorageObject = { readonly storage: DurableObjectClient; abort(reason: string): void }

/** What a task works on: a D1 database, or a Durable Object. */
export type Place = { readonly DB: D1Client } | { readonly ctx: StorageObject }

/** The result of the suite in a worker. */
export type Outcome = {
  readonly passed: number
  readonly problems: readonly string[]
  readonly skipped: readonly string[]
}

/** A task and its arguments, as JSON. */
export type TaskOrder = {
  readonly task: keyof typeof tasks
  readonly args: readonly unknown[]
  readonly object?: string
}

export const runTask = ({ task, args }: TaskOrder, place: Place): Promise<unknown> =>
  (tasks[task] as (place: Place, ...args: readonly unknown[]) => Promise<unknown>)(place, ...args)

const adapterOf = (place: Place, options?: SqlOptions) =>
  "ctx" in place ? durableObjectAdapter(place.ctx.storage, options) : d1Adapter(place.DB, options)

const driverOf = (place: Place) =>
  "ctx" in place ? durableObject.getDriver(place.ctx.storage) : d1.getDriver(place.DB)

async function suite(
  place: Place,
  { seed, ...options }: SuiteOptions & Pick<RunOptions, "only">,
): Promise<Outcome> {
  const adapter = adapterOf(place, { onWarning: () => {} })
  await migrate(adapter)
  const factory: Factory = () => ({ adapter })
  const { passed, results } = await runConformance({ factory, seed, onLine: false, ...options })
  const broken = results.filter(({ status }) => status === "failed" || status === "warned")
  return {
    passed,
    problems: broken.map(({ id, error }) => `${id}: ${error?.message}`),
    skipped: results.filter(({ status }) => status === "skipped").map(({ id }) => id),
  }
}

async function inspected(place: Place): Promise<unknown> {
  await migrate(adapterOf(place))
  return inspect(adapterOf(place))
}

/** All rows of all tables. */
async function dump(place: Place): Promise<unknown> {
  const read = async (text: string) => (await driverOf(place).run({ text, name: "", returns: true }, [])).rows
  const tables = await read("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_cf_*'")
  const names = tables.map(([name]) => String(name)).filter((name) => !/sqlite_|mortise/.test(name))
  return Promise.all(names.map(async (name) => [name, await read(`SELECT * FROM "${name}" ORDER BY 1, 2`)]))
}

/** A user with an account, a session and a token. */
async function setUp(place: Place): Promise<void> {
  const adapter = adapterOf(place)
  await migrate(adapter)
  await extras(adapter).signUp({ user: rows.user, account: rows.account, session: rows.session })
  await adapter.createVerificationToken(rows.token)
}

const call = (place: Place, name: Call): Promise<unknown> => makeCall(adapterOf(place), name)

/** Makes a call that aborts the object after its nth statement, or prints `stuck` there and never ends. */
async function interruptedCall(
  place: Place,
  name: Call,
  nth: number,
  by: "abort" | "loop" = "abort",
): Promise<unknown> {
  if (!("ctx" in place)) throw new Error("Only a Durable Object can be interrupted.")
  const { ctx } = place
  let count = 0
  const sql = {
    exec(text: string, ...values: never[]) {
      const cursor = ctx.storage.sql.exec(text, ...values)
      if (++count !== nth) return cursor
      if (by === "abort") ctx.abort("aborted by a test")
      else {
        console.log("stuck")
        for (;;);
      }
      return cursor
    },
  }
  return makeCall(
    durableObjectAdapter({
      sql,
      transactionSync: (work) => ctx.storage.transactionSync(work),
      transaction: (work) => ctx.storage.transaction(work),
    }),
    name,
  )
}

const insertUser = { text: "INSERT INTO users (id, email) VALUES (?, ?)", name: "", returns: false }
const insertSession = {
  text: "INSERT INTO sessions (sessionToken, userId, expires) VALUES (?, ?, 0)",
  name: "",
  returns: false,
}

/** A batch whose last statement fails, and the users that it left. */
async function failingBatch(place: Place): Promise<unknown> {
  const adapter = adapterOf(place)
  await migrate(adapter)
  const failure = await Promise.resolve()
    .then(() =>
      driverOf(place).batch([
        [insertUser, ["one", "one@example.com"]],
        [insertUser, ["two", "two@example.com"]],
        [insertSession, ["token", "nobody"]],
      ]),
    )
    .then(
      () => "no failure",
      (error) => d1.describe(driverOf(place)).engine.dialect.violation(error),
    )
  return { failure, left: [await adapter.getUser("one"), await adapter.getUser("two")] }
}

/** A sign-up whose account is taken, and the user that it left. */
async function failingSignUp(place: Place): Promise<unknown> {
  const adapter = adapterOf(place)
  const user = { ...rows.user, id: "other", email: "other@example.com" }
  const failure: MortiseError = await extras(adapter)
    .signUp({ user, account: rows.account })
    .then(
      () => expectFailure(),
      (error) => error,
    )
  const { code, model, fields } = failure
  return { code, model, fields, left: await adapter.getUserByEmail("other@example.com") }
}

const expectFailure = (): never => {
  throw new Error("The call did not fail.")
}

/** What fails with some extra fields of users: the migration, a sign-up or the lookup of a session. */
async function wideUsers(place: Place, count: number): Promise<unknown> {
  const names = Array.from({ length: count }, (_, index) => `field${index}`)
  const fields = Object.fromEntries(names.map((name) => [name, text()]))
  const tables = Object.fromEntries(modelNames.map((name) => [name, { table: `${name}_${count}` }]))
  const schema = defineSchema({ ...tables, user: { table: `user_${count}`, fields } })
  const adapter = adapterOf(place, { schema: schema as never })
  try {
    await migrate(adapter)
    await extras(adapter).signUp({
      ...rows,
      user: { ...rows.user, ...Object.fromEntries(names.map((name) => [name, name])) },
    })
    return (await adapter.getSessionAndUser(rows.session.sessionToken))?.user.id ?? null
  } catch (error) {
    const { operation, code, message } = error as MortiseError
    return { operation, code, message }
  }
}

/** Requests of a worker share its adapter. */
let shared: ReturnType<typeof d1Adapter> | undefined

const sharedLookup = async (place: Place): Promise<unknown> => {
  if (!("DB" in place)) throw new Error("Only D1 is shared by requests.")
  shared ??= d1Adapter(() => place.DB, {
    schema: defineSchema({ email: "legacy" }),
    onWarning: () => {},
  }) as never
  return shared?.getSessionAndUser("nobody's")
}

/** Starts a lookup in a request that ends at once. */
async function abandonedLookup(place: Place): Promise<void> {
  sharedLookup(place).catch(() => {})
}

/** Sends each call through a client that counts requests to D1. */
async function roundTrips(place: Place, names: readonly Call[]): Promise<unknown> {
  if (!("DB" in place)) throw new Error("A Durable Object makes no round trips.")
  const { client, count } = counted(place.DB)
  const adapter = d1Adapter(client)
  const counts: Record<string, number> = {}
  for (const name of names) {
    const before = count.requests
    await makeCall(adapter, name)
    counts[name] = count.requests - before
  }
  return { counts, sessions: [...count.sessions] }
}

/** The sessions that a lookup and a write open when stale reads are allowed. */
async function staleReads(place: Place): Promise<unknown> {
  if (!("DB" in place)) throw new Error("A Durable Object has no replicas.")
  const { client, count } = counted(place.DB)
  const adapter = d1Adapter(client, { allowStaleReads: true })
  const opened: Record<string, readonly string[]> = {}
  for (const name of ["getSessionAndUser", "getUser", "updateUser"] as const) {
    count.sessions.clear()
    await makeCall(adapter, name)
    opened[name] = [...count.sessions]
  }
  return opened
}

/** What transactions of a Durable Object leave. */
async function transactions({ ctx }: { ctx: StorageObject }, isAborted = false): Promise<unknown> {
  const adapter = durableObjectAdapter(ctx.storage)
  await migrate(adapter)
  const { transaction } = durableObject.getDriver(ctx.storage)
  if (!transaction) throw new Error("There are no transactions.")
  await transaction(async (inside) => {
    await inside.run(insertUser, ["kept", "kept@example.com"])
    // A failed batch undoes its own statements only.
    await Promise.resolve(
      inside.batch([
        [insertUser, ["nested", "nested@example.com"]],
        [insertSession, ["token", "nobody"]],
      ]),
    ).catch(() => {})
    // A call outside waits for the transaction.
    void adapter.getUser("kept")
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (isAborted) ctx.abort("aborted by a test")
  })
  await transaction(async (inside) => {
    await inside.run(insertUser, ["undone", "undone@example.com"])
    throw new Error("undo")
  }).catch(() => {})
  return Promise.all(["kept", "nested", "undone"].map(async (id) => (await adapter.getUser(id))?.id ?? null))
}

export const tasks = {
  suite,
  inspected,
  dump,
  setUp,
  call,
  interruptedCall,
  failingBatch,
  failingSignUp,
  sharedLookup,
  abandonedLookup,
  roundTrips,
  staleReads,
  transactions,
  wideUsers,
}
