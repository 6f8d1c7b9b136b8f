import type { HasInternals } from "../../contract/adapter.ts"
import { slots as slotsOf } from "../../contract/adapter-parts.ts"
import {
  type BetterAuthStorage,
  type LayerStorage,
  readListUser,
  storageParts,
} from "../../contract/auth-storage.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { MortiseError } from "../../contract/errors.ts"
import type { Slots } from "../../contract/slots.ts"
import { isForTenant } from "../../contract/tenants.ts"
import type { Slot } from "../../contract/types.ts"
import { runWithin, toTimeoutMs } from "../../operations/deadline.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"
import { type OnWarning, warningsTo } from "../../shared/console.ts"
import { createTenantReader, type FindTenant } from "../tenants.ts"
import { createSessions, type Sessions } from "./sessions.ts"
import {
  byteLength,
  decodeText,
  encodeText,
  fitsSlot,
  isPlain,
  parseSession,
  sessionIn,
  slotKey,
} from "./stored-values.ts"
import { readWithin, timedSlots } from "./timed-slots.ts"

/** Options of `mortiseStorage`. */
export type StorageOptions = {
  /** The start of every key. Applications that share a store need different ones. Default: `"better-auth/"`. */
  readonly prefix?: string
  /** Time limit of a call in seconds. Default: 10. */
  readonly timeoutSeconds?: number
  /** Receives warnings; `false` ignores them. Default: print them to the console. */
  readonly onWarning?: OnWarning
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
  /** Names the tenant of each call, as for `mortiseDatabase`. The adapter is then the function of a tenant. */
  readonly tenant?: FindTenant
}

const optionNames = ["prefix", "timeoutSeconds", "onWarning", "now", "tenant"]

/** What one call uses. */
type Call = { readonly slots: Slots; readonly sessions: Sessions }

/**
 * Better Auth's `secondaryStorage` in the slots of any Mortise adapter. `getAndDelete` and `increment` are atomic, and
 * every lifetime is kept. A session that was signed out or revoked stays ended, whatever other calls store.
 *
 * @example
 * ```ts
 * import { betterAuth } from "better-auth"
 * import { mortiseStorage } from "mortise/better-auth"
 * import { memoryAdapter } from "mortise/memory"
 *
 * export const auth = betterAuth({ secondaryStorage: mortiseStorage(memoryAdapter()) })
 * ```
 */
export function mortiseStorage(adapter: HasInternals, options: StorageOptions = {}): BetterAuthStorage {
  checkOptions(options)
  const { prefix = "better-auth/", timeoutSeconds = 10, now = Date.now } = options
  const { findSlots, parts } = openSlots(adapter, options.tenant)
  const timeoutMs = toTimeoutMs(timeoutSeconds) ?? 0
  let warn: ((message: string) => void) | undefined = warningsTo(options.onWarning)
  const warnOnce = (message: string) => {
    warn?.(message)
    warn = undefined
  }

  const startCall = (slots: Slots): Call => ({
    slots,
    // Most calls are about no session.
    get sessions() {
      return createSessions({ slots, prefix, now }, warnOnce)
    },
  })
  const within = <T>(work: (call: Call) => Promise<T>): Promise<T> =>
    runWithin(timeoutMs, ({ follow }) => work(startCall(timedSlots(findSlots(), follow)))) as Promise<T>
  const toExpiry = (ttl: number): Date => new Date(now() + Math.ceil(ttl * 1000))

  const remove = async (call: Call, key: string): Promise<string | null> => {
    const userId = readListUser(key)
    if (userId !== undefined) return call.sessions.pruneList(userId)
    const name = await slotKey(prefix, key)
    const slot = await call.slots.read(name)
    if (!slot) return null
    return sessionIn(slot) ? call.sessions.end(key, slot) : readSlotText(await call.slots.take(name))
  }

  const storage: LayerStorage = {
    [storageParts]: {
      ...parts,
      moveSession: (from, to, edit) => within(({ sessions }) => sessions.move(from, to, edit)),
    },

    async get(key) {
      const answer = read(startCall(findSlots()), prefix, key)
      return answer instanceof Promise ? readWithin(timeoutMs, answer) : answer
    },

    getAndDelete: (key) => within((call) => remove(call, key)),

    increment: (key, ttl) =>
      within(async ({ slots }) => {
        if (!(ttl > 0)) throwInvalid("the ttl must be above 0 seconds.")
        checkTtl(ttl)
        return slots.increment(await slotKey(prefix, key), toExpiry(ttl))
      }),

    set: (key, value, ttl) =>
      within(async (call) => {
        if (typeof value !== "string") throwInvalid("the value must be a string.")
        checkTtl(ttl)
        const userId = readListUser(key)
        if (userId === undefined && !fitsSlot(value)) throwInvalid(tooLarge)
        if (userId !== undefined) return call.sessions.addToList(userId, value)
        if (ttl !== undefined && ttl <= 0) return void (await remove(call, key))
        const session = parseSession(value)
        const expires = ttl === undefined ? undefined : toExpiry(ttl)
        if (session?.hasUser === false) return void (await call.sessions.end(key))
        if (session) return call.sessions.store(key, value, session, expires ?? new Date(session.expiresAt))
        const name = await slotKey(prefix, key)
        return call.slots.set({ key: name, value: encodeText(value), ...(expires && { expires }) })
      }),

    delete: (key) => within(async (call) => void (await remove(call, key))),
  }
  return storage
}

/** Finds the slots of a call that is made now. */
function openSlots(adapter: HasInternals, findTenant: FindTenant | undefined) {
  if (!findTenant) {
    const slots = slotsOf(Object(adapter)) ?? throwInvalid("pass an adapter of Mortise.")
    return { findSlots: (): Slots => slots }
  }
  if (!isForTenant(adapter)) throwInvalid("with `tenant`, pass forTenant.")
  const toolTenant = {}
  const readTenant = createTenantReader(findTenant, toolTenant)
  const findSlots = (): Slots => slotsOf(adapter(readTenant()))
  return { findSlots, parts: { toolTenant } }
}

/** Without `await`, reads that are made together are sent together. */
function read(call: Call, prefix: string, key: string): Awaitable<string | null> {
  const userId = readListUser(key)
  if (userId !== undefined) return call.sessions.list(userId)
  return andThen(slotKey(prefix, key), (name) => andThen(call.slots.read(name), readText))
}

function readText(slot: Slot | null): string | null {
  const session = sessionIn(slot)
  return session ? (decodeText(session.text) ?? null) : readSlotText(slot)
}

/** The text of a slot that is not a session's. A slot without a text is a counter. */
const readSlotText = (slot: Slot | null): string | null =>
  slot && (decodeText(slot.value) ?? String(slot.count))

// The longest key must fit after it.
const longestPrefix = 100

function checkOptions(options: StorageOptions): void {
  checkOptionNames("mortiseStorage", options, optionNames)
  const { prefix = "", now, onWarning } = options
  if (typeof prefix !== "string" || !isPlain(prefix) || byteLength(prefix) > longestPrefix)
    throwInvalid(`the prefix must be a text of at most ${longestPrefix} bytes.`)
  if (now !== undefined && typeof now !== "function") throwInvalid("now must be a function.")
  if (onWarning !== undefined && onWarning !== false && typeof onWarning !== "function")
    throwInvalid("onWarning must be a function, or false.")
}

const tooLarge = "the value takes more than 63 KiB as JSON: store images of users elsewhere."

function checkTtl(ttl: number | undefined): void {
  if (ttl !== undefined && !Number.isFinite(ttl)) throwInvalid("the ttl must be a number of seconds.")
}

function throwInvalid(problem: string): never {
  throw new MortiseError("invalid", `mortiseStorage: ${problem}`)
}
