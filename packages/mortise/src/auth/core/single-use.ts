// A single-use marker is a row that decides between callers in different processes. An unfinished sign-up is `put`, and
// one caller can `take` it. A passkey challenge is in the browser's sealed cookie, so nothing is stored until it is used:
// then one caller can `claim` it, and the marker stays until the challenge has expired. A Mortise adapter stores the
// marker in a slot, whose operations are atomic. Any other adapter stores it as a verification token. Its identifier
// starts with `mortise:`, so it can never be an email address, and its token is a keyed hash that no client can create.

import { MortiseError } from "../../contract/errors.ts"
import type { Slots } from "../../contract/slots.ts"
import type { Operations } from "../adapter/normalize-adapter.ts"
import type { Keys } from "../crypto/keys.ts"

/** What the marker is for. It is part of the key, so a marker of one kind never counts as another. */
export type SingleUseKind = "passkey-challenge" | "sign-up"

/** Markers that one caller can take or claim, in any process. */
export type SingleUse = {
  put(kind: SingleUseKind, id: string, expires: number): Promise<void>
  /** Creates the marker: true for one caller until it expires. */
  claim(kind: SingleUseKind, id: string, expires: number): Promise<boolean>
  /** True for one caller, and only before the marker expires. */
  take(kind: SingleUseKind, id: string): Promise<boolean>
}

type Parts = {
  readonly adapter: Operations
  readonly slots: Slots | undefined
  readonly keys: Keys
  readonly now: () => number
}

export const createSingleUse = ({ slots, ...parts }: Parts): SingleUse =>
  slots ? markersInSlots(slots) : markersInTokens(parts)

function markersInSlots(slots: Slots): SingleUse {
  const claim: SingleUse["claim"] = async (kind, id, expires) =>
    (await slots.claim({ key: `auth/${kind}/${id}`, expires: new Date(expires) })).ok
  return {
    put: async (...marker) => {
      await claim(...marker)
    },
    claim,
    take: async (kind, id) => (await slots.take(`auth/${kind}/${id}`)) !== null,
  }
}

function markersInTokens({ adapter, keys, now }: Omit<Parts, "slots">): SingleUse {
  const identify = (kind: SingleUseKind | "probe", id: string) => `mortise:${kind}:${id}`

  /** Deletes the token and returns its expiry; 0 when there is none. */
  const use = async (identifier: string): Promise<number> => {
    for (const token of await keys.macs("single-use", identifier)) {
      const used = await adapter.useVerificationToken({ identifier, token })
      if (used?.token === token && used.identifier === identifier) return used.expires.getTime()
    }
    return 0
  }

  /** False if the store has the token and does not overwrite it. */
  const create = async (identifier: string, token: string, expires: number): Promise<boolean> => {
    try {
      await adapter.createVerificationToken({ identifier, token, expires: new Date(expires) })
      return true
    } catch (error) {
      if (!isConflict(error)) throw error
      return false
    }
  }

  /** Whether the store replaces or repeats a token that it has. Tables with a primary key refuse it. */
  const probeStore = async (): Promise<boolean> => {
    const identifier = identify("probe", crypto.randomUUID())
    const token = await keys.mac("single-use", identifier)
    await create(identifier, token, now())
    const isOverwritten = await create(identifier, token, now())
    await adapter.useVerificationToken({ identifier, token })
    if (isOverwritten) await adapter.useVerificationToken({ identifier, token })
    return isOverwritten
  }
  let probe: Promise<boolean> | undefined
  const overwrites = () => {
    probe ??= probeStore().catch((error) => {
      probe = undefined
      throw error
    })
    return probe
  }

  /** The token of every secret is created, so that a process which knows only one of them finds it. */
  const claimByCreating = async (identifier: string, expires: number): Promise<boolean> => {
    for (const token of (await keys.macs("single-use", identifier)).toReversed())
      if (!(await create(identifier, token, expires))) return false
    return true
  }

  /**
   * An existing marker is deleted and stored again. Another process that looks in between finds none: a store that
   * overwrites tokens has no step that decides this. Within a process, calls wait for each other.
   */
  const claimByReplacing = async (identifier: string, expires: number): Promise<boolean> => {
    const existing = await use(identifier)
    await create(identifier, await keys.mac("single-use", identifier), Math.max(expires, existing))
    return existing === 0
  }
  const inTurn = createTurns()

  return {
    async put(kind, id, expires) {
      const identifier = identify(kind, id)
      const token = await keys.mac("single-use", identifier)
      await adapter.createVerificationToken({ identifier, token, expires: new Date(expires) })
    },

    async claim(kind, id, expires) {
      const identifier = identify(kind, id)
      if (!(await overwrites())) return claimByCreating(identifier, expires)
      return inTurn(identifier, () => claimByReplacing(identifier, expires))
    },

    take: async (kind, id) => now() < (await use(identify(kind, id))),
  }
}

/** Runs calls with the same key one after the other. */
function createTurns(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const pending = new Map<string, Promise<unknown>>()
  return async (key, run) => {
    const turn = (pending.get(key) ?? Promise.resolve()).then(run, run)
    pending.set(key, turn)
    try {
      return await turn
    } finally {
      if (pending.get(key) === turn) pending.delete(key)
    }
  }
}

const codes = /^(23505|P2002|ER_DUP_ENTRY|SQLITE_CONSTRAINT\w*)$/
const words = /duplicate|unique|constraint|already exists/i

/**
 * Whether an insert failed because the row exists. Third-party adapters report that in their driver's words, so an
 * error that is not recognized counts as a failure of the store.
 */
function isConflict(error: unknown): boolean {
  if (error instanceof MortiseError && error.code === "conflict") return true
  const { cause } = error as { cause?: unknown }
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  return (typeof code === "string" && codes.test(code)) || words.test(cause.message)
}
