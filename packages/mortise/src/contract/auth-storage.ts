// Registered, because the command line can load another copy of this module than the application.
/** Marks what `mortiseStorage` returns. */
export const storageParts: unique symbol = Symbol.for("mortise.better-auth.storage") as never

/** The tenant that a tool chose for all calls of the process. */
export type ToolTenant = { name?: string | undefined }

/** What `hashedSessions` needs of `mortiseStorage`, besides its methods. */
export type StorageParts = {
  /** Whether keys and values hold references in place of tokens. */
  readonly isHashed?: true
  /** Present if each call is about what is stored for one tenant. */
  readonly toolTenant?: ToolTenant
  /** Moves a session to another key, with an edited value. One that ended there stays ended. False if there is none. */
  moveSession(from: string, to: string, edit: (text: string) => string): Promise<boolean>
}

/** Better Auth's `SecondaryStorage`, described here so that the types need no package. */
export type BetterAuthStorage = {
  get(key: string): Promise<string | null>
  /** Returns the value to one of many concurrent callers, and deletes it. */
  getAndDelete(key: string): Promise<string | null>
  /** Adds one and returns the count. A new count expires after `ttl` seconds. */
  increment(key: string, ttl: number): Promise<number>
  /** Stores a value for `ttl` seconds, or until it is deleted. */
  set(key: string, value: string, ttl?: number): Promise<void>
  delete(key: string): Promise<void>
}

/** What `mortiseStorage` returns, as layers see it. */
export type LayerStorage = BetterAuthStorage & { readonly [storageParts]: StorageParts }

/** Whether a value is what `mortiseStorage` returns. */
export const isAuthStorage = (value: unknown): value is LayerStorage =>
  typeof value === "object" && value !== null && storageParts in value

/** The tenant of a storage that keeps what is stored for several apart; `undefined` for any other value. */
export const findToolTenant = (storage: unknown): StorageParts["toolTenant"] =>
  isAuthStorage(storage) ? storage[storageParts].toolTenant : undefined

const listPrefix = "active-sessions-"

/** The user whose list of sessions has this key; `undefined` for another key. */
export const readListUser = (key: string): string | undefined =>
  key.startsWith(listPrefix) ? key.slice(listPrefix.length) : undefined

export const listKey = (userId: string): string => listPrefix + userId
