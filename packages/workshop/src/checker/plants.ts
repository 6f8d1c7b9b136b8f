/** Bugs that were fixed once, planted again one at a time. The checker must find each of them. */
import type { Adapter } from "../../../mortise/src/index.ts"
import type { Engine } from "./engine.ts"
import type { Bounds } from "./explore.ts"
import { openMariadbEngine } from "./mariadb-engine.ts"
import { openPostgresEngine } from "./postgres-engine.ts"
import { mutants } from "./protocol-mutants.ts"
import type { ScriptChange } from "./redis-commands.ts"
import { openProtocolEngine, openRedisEngine } from "./redis-engine.ts"
import type { RewriteText } from "./sql-steps.ts"
import { openSqliteEngine } from "./sqlite-engine.ts"

export type Plant = {
  /** The requirement that it breaks, and what it does. */
  readonly name: string
  /** The operations whose pairs are run. */
  readonly operations: readonly string[]
  /** Without them, every order is run, with every fault. */
  readonly bounds?: Partial<Bounds>
  open(): Promise<Engine>
}

/** Replaces a part of one kind of statement. */
const replaceText =
  (kind: RegExp, part: RegExp | string, by: string): RewriteText =>
  (text) => [kind.test(text) ? text.replace(part, by) : text]

/** Sends a deletion that returns its row as a lookup and a deletion. */
const splitDeletion: RewriteText = (text) => {
  const [, from, columns] = /^DELETE (FROM .verification_tokens. .*) RETURNING (.*)$/.exec(text) ?? []
  return from && columns ? [`SELECT ${columns} ${from}`, `DELETE ${from}`] : [text]
}

const overwriteRows = (table: string, key: string): RewriteText =>
  replaceText(
    new RegExp(`^INSERT INTO "${table}"`),
    / RETURNING/,
    ` ON CONFLICT (${key}) DO UPDATE SET "userId" = EXCLUDED."userId" RETURNING`,
  )

const onPostgres = (
  name: string,
  operations: readonly string[],
  rewrite?: RewriteText,
  changes?: readonly string[],
): Plant => ({ name, operations, open: () => openPostgresEngine(rewrite, changes) })

/** Callers whose adapters have one operation written differently. */
const withOperation = (
  name: string,
  operations: readonly string[],
  open: () => Promise<Engine>,
  change: (adapter: Adapter) => Partial<Adapter>,
): Plant => ({
  name,
  operations,
  async open() {
    const engine = await open()
    const changed = (adapter: Adapter): Adapter => ({ ...adapter, ...change(adapter) })
    return {
      ...engine,
      get callers() {
        return engine.callers.map(changed)
      },
    }
  },
})

const repeatOnce =
  <Args extends unknown[], T>(call: (...args: Args) => T | Promise<T>) =>
  async (...args: Args): Promise<T> => {
    try {
      return await call(...args)
    } catch (error) {
      if ((error as { code?: string }).code !== "indeterminate") throw error
      return call(...args)
    }
  }

const updateByReading = (adapter: Adapter): Partial<Adapter> => ({
  async updateSession(session) {
    const stored = await adapter.getSessionAndUser(session.sessionToken)
    if (!stored) return null
    await adapter.deleteSession(session.sessionToken)
    return adapter.createSession(Object.assign(stored.session, session))
  },
})

const onRedis = (name: string, operations: readonly string[], change: ScriptChange): Plant => ({
  name,
  operations,
  open: () => openRedisEngine(change),
})

const sessions: readonly string[] = ["createSession", "updateSession", "deleteSession", "deleteUser"]
const users: readonly string[] = ["createUser", "updateUser", "deleteUser"]
const tokens: readonly string[] = ["createVerificationToken", "useVerificationToken", "deleteUser"]

/** The operations that run a script of the protocol for a Cluster. */
const listOperations = ({ script }: ScriptChange): readonly string[] => {
  if (["notice", "resolve", "takeField"].includes(script)) return tokens
  return script === "updateUser" ? users : sessions
}

export const plants: readonly Plant[] = [
  onPostgres("SEC-B1: a token is read, then deleted", ["useVerificationToken"], splitDeletion),
  {
    name: "SEC-B1: a token is read, then deleted, on MariaDB",
    operations: ["useVerificationToken"],
    open: () => openMariadbEngine(splitDeletion),
  },
  onPostgres("SEC-B2: the index of emails is not unique", ["createUser"], undefined, [
    "ALTER TABLE users DROP CONSTRAINT users_email_key",
  ]),
  onPostgres(
    "SEC-B3: a linked account gets another owner",
    ["linkAccount"],
    overwriteRows("accounts", '"provider", "providerAccountId"'),
  ),
  onPostgres(
    "SEC-B4: a passkey is overwritten",
    ["createAuthenticator"],
    overwriteRows("authenticators", '"credentialID"'),
  ),
  onPostgres(
    "SEC-B5: a session is overwritten",
    ["createSession"],
    overwriteRows("sessions", '"sessionToken"'),
  ),
  onPostgres("SEC-B6: sessions of a deleted user stay", sessions, undefined, [
    'ALTER TABLE sessions DROP CONSTRAINT "sessions_userId_fkey"',
  ]),
  onPostgres("SEC-B6: tokens of a deleted address stay", tokens, (text) => [
    text.replace(
      /DELETE FROM "verification_tokens" WHERE "identifier"/,
      'DELETE FROM "verification_tokens" WHERE 1 = 0 AND "identifier"',
    ),
  ]),
  {
    name: "SEC-B10: a user is deleted without a transaction",
    operations: tokens,
    open: () => openMariadbEngine((text) => (text === "START TRANSACTION" ? [] : [text])),
  },
  onPostgres(
    "SEC-F1: a counter is set without its condition",
    ["updateAuthenticatorCounter"],
    replaceText(/^UPDATE "authenticators"/, /"counter" <=/, "0 <="),
  ),
  withOperation(
    "SEC-B8: an update brings a deleted session back",
    sessions,
    openSqliteEngine,
    updateByReading,
  ),
  withOperation("SEC-B8: the same on Redis", sessions, openRedisEngine, updateByReading),
  withOperation(
    "SEC-A5: an update writes all fields that it has read",
    users,
    openSqliteEngine,
    (adapter) => ({
      async updateUser(user) {
        return adapter.updateUser({ ...(await adapter.getUser(user.id)), ...user })
      },
    }),
  ),
  withOperation("SEC-E2: a use whose answer was lost is repeated", tokens, openPostgresEngine, (adapter) => ({
    useVerificationToken: repeatOnce(adapter.useVerificationToken),
  })),
  withOperation(
    "SEC-C8: a sign-up whose answer was lost conflicts with itself",
    users,
    openRedisEngine,
    (adapter) => ({
      createUser: repeatOnce(adapter.createUser),
    }),
  ),
  onRedis("SEC-B2: a taken email is not refused", users, {
    script: "insert",
    part: "if row.claim ~= '' and holder(row.claim)",
    by: "if false",
  }),
  onRedis("SEC-B5: a taken session is replaced", sessions, {
    script: "insert",
    part: "if owner(row.key) then return { 'taken', nth, 1 } end",
    by: "",
  }),
  onRedis("SEC-B7: an email change takes the address of another user", users, {
    script: "update",
    part: "if changesEmail and row.email and holder(claim)",
    by: "if false",
  }),
  onRedis("SEC-B6: tokens of a deleted address stay", tokens, {
    script: "fence",
    part: "if redis.call('EXISTS', tokens) == 1",
    by: "if false",
  }),
  onRedis("SEC-S12: an interrupted removal leaves rows", sessions, {
    script: "fence",
    part: "redis.call('ZADD', intents, time, intent)",
    by: "",
  }),
  {
    name: "SEC-S12: an interrupted removal leaves rows on Cluster",
    operations: ["deleteUser"],
    open: () =>
      openProtocolEngine({
        script: "fence",
        part: "redis.call('HSET', KEYS[1], '~d:' .. generation, claim .. ' ' .. email)",
        by: "",
      }),
  },
  ...mutants.map(
    (mutant): Plant => ({
      name: `on Cluster, ${mutant.name}`,
      operations: listOperations(mutant),
      bounds: { preemptions: 2 },
      open: () => openProtocolEngine(mutant),
    }),
  ),
]
