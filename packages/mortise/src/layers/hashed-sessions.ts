import type { Adapter } from "../contract/adapter.ts"
import { isAuthDatabase } from "../contract/auth-database.ts"
import { isAuthStorage } from "../contract/auth-storage.ts"
import { checkOptionNames } from "../contract/check-options.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Extras, SignUp } from "../contract/extras.ts"
import { toAnswer, toGuarded } from "../contract/guarded.ts"
import type { Internals } from "../contract/internals.ts"
import type { StoreManifest } from "../contract/manifest.ts"
import { isSessionReference, sessionReference } from "../contract/session-token.ts"
import { ownData } from "../shared/own-data.ts"
import { addLayer } from "./add-layer.ts"
import { hashDatabase } from "./better-auth/hash-database.ts"
import { hashStorage } from "./better-auth/hash-storage.ts"
import { ownCopy } from "./copy-arguments.ts"
import { checkExistingPlaintext, type ExistingPlaintext } from "./existing-plaintext.ts"
import { hashNewToken, isHashable, refuseToken } from "./session-hash.ts"

/** The options of `hashedSessions`. */
export type HashedSessionsOptions = {
  /**
   * Whether sessions that were stored before the layer was added still work. Each one is replaced by its hash when it is
   * used, or stays as it is until it expires if the store cannot do that in one step. Use `refuse` when none are left.
   * Default: `accept`.
   */
  readonly existingPlaintext?: ExistingPlaintext
}

/**
 * Stores session tokens as SHA-256 hashes: whoever copies the database cannot use them. Lists of sessions contain a
 * reference in place of each token, which `deleteSession` accepts and no lookup does. It also takes the values of
 * `mortiseDatabase` and `mortiseStorage` for Better Auth, where `/revoke-session` accepts a reference.
 *
 * @example
 * ```ts
 * import { hashedSessions } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = hashedSessions(memoryAdapter())
 * const { id } = await adapter.createUser({ email: "ada@example.com" })
 * await adapter.createSession({ sessionToken: "token", userId: id, expires: new Date(Date.now() + 60_000) })
 * console.log((await adapter.getSessionAndUser("token"))?.user.email) // ada@example.com
 * ```
 */
export function hashedSessions<A extends object>(adapter: A, options: HashedSessionsOptions = {}): A {
  checkOptionNames("hashedSessions", options, ["existingPlaintext"])
  const acceptsPlain = checkExistingPlaintext("hashedSessions", options.existingPlaintext) === "accept"
  if (isAuthDatabase(adapter)) return hashDatabase(adapter, acceptsPlain)
  if (isAuthStorage(adapter)) return hashStorage(adapter, acceptsPlain)
  return addLayer(adapter, {
    name: "hashedSessions",
    wrap({ operations, extras }, inside) {
      const rows = createRows(operations, acceptsPlain, inside)
      return { operations: wrapOperations(operations, rows), extras: wrapExtras(extras, rows) }
    },
    manifest: (below) => (acceptsPlain ? withLookupsOfPlainRows(below) : below),
  })
}

type HashedRows = {
  /** Runs a call on the row that holds the token's hash, else on a row that still holds the token itself. */
  onRow<T>(token: string, run: (stored: string) => Promise<T>): Promise<T>
  /** A new row with the hash of its token; unchanged if the store refuses the token anyway. */
  hashRow<R extends object>(row: R): Promise<R>
}

type Lookup<T> = {
  readonly token: string
  readonly stored: string
  readonly run: (stored: string) => Promise<T>
}

function createRows(
  { getSessionAndUser }: Partial<Adapter>,
  acceptsPlain: boolean,
  inside: Internals | undefined,
): HashedRows {
  const rename = inside?.renameSession
  // Some stores ignore case when they compare: a stored hash in other letters must not pass for a plain token.
  const isPlain = async (token: string) =>
    acceptsPlain && (await getSessionAndUser?.(token))?.session.sessionToken === token

  /** For a token that is not found by its hash. */
  const onPlainRow = async <T>({ token, stored, run }: Lookup<T>, result: T): Promise<T> => {
    // Another process may have replaced the row since the first call.
    if (!(await isPlain(token))) return rename ? run(stored) : result
    await rename?.(token, stored).catch(() => {})
    const again = await run(stored)
    return isFound(again) ? again : run(token)
  }

  // Some adapters throw for a row that does not exist. Mortise adapters return null.
  const recover = async <T>({ token, run }: Lookup<T>, error: unknown): Promise<T> => {
    if (error instanceof MortiseError || !(await isPlain(token))) throw error
    return run(token)
  }

  return {
    // Without `await`, concurrent lookups are sent together, and each takes less time.
    onRow<T>(token: string, run: (stored: string) => Promise<T>): Promise<T> {
      const onStored = (stored: string): Promise<T> =>
        run(stored).then(
          (result) =>
            isFound(result) || !acceptsPlain ? result : onPlainRow({ token, stored, run }, result),
          (error) => recover({ token, stored, run }, error),
        )
      const reference = sessionReference(token)
      return typeof reference === "string" ? onStored(reference) : reference.then(onStored)
    },

    async hashRow<R extends object>(row: R): Promise<R> {
      const data = ownCopy(row)
      const token = data?.["sessionToken"]
      const stored = hashNewToken(token)
      if (stored) return { ...data, sessionToken: await stored } as unknown as R
      if (inside && !(typeof token === "string" && isSessionReference(token))) return row
      return refuseToken("sessionToken")
    },
  }
}

function wrapOperations(below: Partial<Adapter>, { onRow, hashRow }: HashedRows): Partial<Adapter> {
  const { createSession, getSessionAndUser, updateSession, deleteSession } = below
  return {
    ...(createSession && {
      createSession: async (session) => {
        const token = ownData(session)?.["sessionToken"]
        return withToken(await createSession(await hashRow(session)), token)
      },
    }),
    ...(getSessionAndUser && {
      getSessionAndUser(token) {
        if (!isHashable(token)) return getSessionAndUser(token)
        if (isSessionReference(token)) return Promise.resolve(null)
        return onRow(token, getSessionAndUser).then(
          (result) => result && { ...result, session: withToken(result.session, token) },
        )
      },
    }),
    ...(updateSession && {
      async updateSession(session) {
        const data = ownData(session)
        const token = data?.["sessionToken"]
        if (!isHashable(token)) return updateSession(session)
        if (isSessionReference(token)) return null
        const run = (sessionToken: string) => updateSession({ ...data, sessionToken })
        return withToken(await onRow(token, run), token)
      },
    }),
    ...(deleteSession && {
      async deleteSession(token) {
        if (!isHashable(token) || isSessionReference(token)) return deleteSession(token)
        return withToken(await onRow(token, deleteSession), token)
      },
    }),
  }
}

function wrapExtras(below: Partial<Extras>, { onRow, hashRow }: HashedRows): Partial<Extras> {
  const { signUp, listSessions, extendSession } = below
  return {
    ...(listSessions && { listSessions }),
    ...(signUp && {
      async signUp(rows) {
        const data = ownData(rows)
        const session = ownData(data?.["session"])
        if (!session) return signUp(rows)
        const made = await signUp({ ...data, session: await hashRow(session) } as unknown as SignUp)
        return { ...made, ...(made.session && { session: withToken(made.session, session["sessionToken"]) }) }
      },
    }),
    ...(extendSession && {
      async extendSession(session) {
        const data = ownData(session)
        const token = data?.["sessionToken"]
        if (!isHashable(token)) return extendSession(session)
        if (isSessionReference(token)) return { ok: false, reason: "absent" }
        const run = async (sessionToken: string) =>
          toAnswer(await extendSession({ ...session, ...data, sessionToken }))
        return toGuarded(withToken(await onRow(token, run), token))
      },
    }),
  }
}

const isFound = (result: unknown): boolean => result !== null && result !== undefined && result !== "absent"

/** A row with the token that the caller knows. */
const withToken = <T>(row: T, token: unknown): T =>
  typeof row === "object" && row !== null ? { ...row, sessionToken: token } : row

const lookups = ["getSessionAndUser", "updateSession", "deleteSession"] as const

/** The hash, the plain row, its replacement, and the hash again. */
function withLookupsOfPlainRows(below: StoreManifest): StoreManifest {
  const more = lookups.flatMap((name) => {
    const once = below.roundTrips[name]
    return once === undefined ? [] : [[name, once * 4]]
  })
  return { ...below, roundTrips: { ...below.roundTrips, ...Object.fromEntries(more) } }
}
