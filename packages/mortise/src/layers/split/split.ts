import type { Adapter, MortiseAdapter } from "../../contract/adapter.ts"
import type { Extras } from "../../contract/extras.ts"
import { mortise } from "../../contract/has-internals.ts"
import type { Internals } from "../../contract/internals.ts"
import { type Layered, layered } from "../../contract/layered.ts"
import { type OperationName, operationNames } from "../../contract/operation-names.ts"
import { operations as described } from "../../contract/operations.ts"
import type { ExtraFields } from "../../contract/schema.ts"
import type { Upkeep } from "../../contract/upkeep.ts"
import { ownCopy } from "../copy-arguments.ts"
import { createGetSessionAndUser, createRecentSessions } from "./get-session-and-user.ts"
import { type Halves, openHalves, pickHalf } from "./halves.ts"
import { createOwners, type Owners } from "./owners.ts"
import { namedErrors } from "./split-errors.ts"
import { splitManifest, splitSchema } from "./split-manifest.ts"
import { limitTime } from "./time-limit.ts"
import { createUserWrites } from "./user-writes.ts"

/** The extra fields of a split adapter: each model has the fields of the half that stores it. */
export type SplitFields<U extends ExtraFields, S extends ExtraFields> = {
  readonly [M in keyof U & ("user" | "account" | "authenticator")]: NonNullable<U[M]>
} & { readonly [M in keyof S & ("session" | "verificationToken")]: NonNullable<S[M]> }

/** The two stores of a split adapter. Both are Mortise adapters without layers: layers go around `split`. */
export type SplitOptions<U extends ExtraFields = object, S extends ExtraFields = object> = {
  /** Stores users, accounts and passkeys. */
  readonly users: MortiseAdapter<U>
  /**
   * Stores sessions, verification tokens and slots, and the id of each user who has had a session. Its schema must
   * accept given ids and users without an email, as the default schema does.
   */
  readonly sessions: MortiseAdapter<S>
}

/**
 * Stores users, accounts and passkeys in one store, and sessions, verification tokens and slots in another: for example
 * users in PostgreSQL and sessions in Redis.
 *
 * @example
 * ```ts
 * import { split } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = split({ users: memoryAdapter(), sessions: memoryAdapter() })
 * const { id } = await adapter.createUser({ email: "ada@example.com" })
 * await adapter.createSession({ sessionToken: "token", userId: id, expires: new Date(Date.now() + 60_000) })
 * console.log((await adapter.getSessionAndUser("token"))?.user.email) // ada@example.com
 * ```
 */
export function split<U extends ExtraFields = object, S extends ExtraFields = object>(
  options: SplitOptions<U, S>,
): MortiseAdapter<SplitFields<U, S>> {
  const halves = openHalves(options)
  const recent = createRecentSessions()
  const { signUp, ...ownOperations } = limitTime(halves, (asked) => {
    const owners = createOwners(asked)
    return {
      ...createUserWrites(asked, owners),
      ...createSessionWrites(asked, owners),
      getSessionAndUser: createGetSessionAndUser(asked, recent),
    }
  })
  const operations: Adapter = { ...passedOn(halves), ...namedErrors(ownOperations) }
  const info: Layered = {
    names: ["split"],
    // Tools that copy rows as they are stored need both halves.
    get base() {
      return adapter
    },
  }
  const adapter = {
    ...operations,
    [layered]: info,
    [mortise]: buildInternals(halves, operations, namedErrors({ ...(signUp && { signUp }) })),
  }
  return adapter as unknown as MortiseAdapter<SplitFields<U, S>>
}

/** The operations that one half does alone. */
const passedOn = (halves: Halves): Adapter =>
  Object.fromEntries(
    operationNames.map((name) => [name, pickHalf(halves, described[name].model).adapter[name]]),
  ) as unknown as Adapter

function buildInternals(halves: Halves, operations: Adapter, ownExtras: Partial<Extras>): Internals {
  const { users, sessions } = halves
  const { signUp: _, listAccounts, updateAccount, verifyEmail, removeAuthenticator } = users.extras
  const { listSessions, extendSession, dropTokens } = sessions.extras
  const { renameSession, slots } = sessions.inside
  const { replaceTexts } = users.inside
  const available = Object.entries({
    listAccounts,
    updateAccount,
    verifyEmail,
    removeAuthenticator,
    listSessions,
    extendSession,
    dropTokens,
    ...ownExtras,
  }).filter(([, run]) => run)
  return {
    // The promises of some stores change when they connect.
    get manifest() {
      return splitManifest(halves)
    },
    schema: splitSchema(halves),
    tenant: users.inside.tenant,
    halves: { users: users.adapter, sessions: sessions.adapter },
    extras: Object.fromEntries(available) as Extras,
    upkeep: createSplitUpkeep(halves),
    slots,
    ...(renameSession && { renameSession }),
    ...(replaceTexts && { replaceTexts }),
    isOverridden: (adapter: object, name: OperationName) => {
      const half = pickHalf(halves, described[name].model)
      return (
        half.inside.isOverridden(half.adapter, name) ||
        (adapter as Partial<Adapter>)[name] !== operations[name]
      )
    },
  }
}

/** Creates sessions, and moves them to other users. */
function createSessionWrites(
  { sessions }: Halves,
  owners: Owners,
): Pick<Adapter, "createSession" | "updateSession"> {
  const { createSession, updateSession } = sessions.adapter
  const withOwner =
    <S extends { readonly userId?: unknown }, R>(write: (session: S) => Promise<R>) =>
    async (session: S): Promise<R> => {
      const data = ownCopy(session) as S | undefined
      if (typeof data?.userId !== "string") return write(session)
      return owners.with(data.userId, () => write(data))
    }
  return {
    createSession: withOwner(createSession),
    updateSession: withOwner(updateSession),
  }
}

// Where the last sweep stopped to look for stubs of removed users.
const placeKey = "mortise/split/sweep"
const stubsPerSweep = 100

/** Paging and counting in the half of each model. A sweep covers both halves. */
function createSplitUpkeep(halves: Halves): Upkeep {
  const { users, sessions } = halves
  const [ofUsers, ofSessions] = [users.inside.upkeep, sessions.inside.upkeep]
  const { slots } = sessions.inside
  const repair = ofUsers.repair ?? ofSessions.repair

  /**
   * Removes what interrupted calls left behind: the stubs and sessions of users who are not in the users half. Looks at
   * some stubs, and the next sweep continues there.
   */
  const removeStubs = async (limit: number): Promise<number> => {
    const place = await slots.read(placeKey)
    const after = typeof place?.value === "string" ? { after: { id: place.value } } : {}
    const page = await ofSessions.page("user", { limit: Math.min(limit, stubsPerSweep), ...after })
    const matchingUsers = await Promise.all(page.rows.map(({ id }) => users.adapter.getUser(id)))
    const stubs = page.rows.filter((_, index) => matchingUsers[index] === null)
    await Promise.all(stubs.map(({ id }) => sessions.adapter.deleteUser(id)))
    if (page.next) await slots.set({ key: placeKey, value: page.next["id"] ?? null })
    else if (place) await slots.take(placeKey)
    return stubs.length
  }

  return {
    page: (model, options) => pickHalf(halves, model).inside.upkeep.page(model, options),
    count: (model) => pickHalf(halves, model).inside.upkeep.count(model),
    async sweep(options = {}) {
      const { limit = 1000 } = options
      let removed = await ofSessions.sweep(options)
      // The users half may still have sessions and tokens from before it was split.
      if (removed < limit) removed += await ofUsers.sweep({ ...options, limit: limit - removed })
      if (removed < limit) removed += await removeStubs(limit - removed)
      return removed
    },
    ...(repair && { repair }),
  }
}
