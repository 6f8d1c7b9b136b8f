import type { ExtraName, Extras } from "../../contract/extras.ts"
import type { ModelName } from "../../contract/models.ts"
import type { OperationName } from "../../contract/operation-names.ts"
import type { Slots } from "../../contract/slots.ts"
import type { Upkeep } from "../../contract/upkeep.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import type { Codec } from "./codec.ts"

/** The groups of calls that a key may be allowed. `reads` are the ones among the nineteen that change nothing. */
export const callGroups = ["operations", "reads", "extras", "upkeep", "slots"] as const

/** A group of calls that a key may be allowed. */
export type CallGroup = (typeof callGroups)[number]

/** The calls of the protocol, as they are named in a path. */
export type CallName =
  | OperationName
  | "getSessionsAndUsers"
  | `extras.${ExtraName}`
  | `upkeep.${"count" | "sweep" | `page.${ModelName}`}`
  | `slots.${Exclude<keyof Slots, "replace"> | "write"}`

/** The parts of the served adapter that calls run on. */
export type ServedParts = {
  readonly adapter: object
  readonly extras: Partial<Extras>
  readonly upkeep: Upkeep | undefined
  readonly slots: Slots | undefined
  readonly now: () => number
}

export type RunOnAdapter = (...args: never[]) => Awaitable<unknown>

/** One call of the protocol. */
export type Call = {
  readonly name: CallName
  readonly group: CallGroup
  /** Every write has an idempotency key. */
  readonly effect: "read" | "write"
  readonly takes: readonly Codec[]
  readonly returns: Codec
  /** The call whose permission it needs. Default: its own name. */
  readonly permission?: CallName
  /** The model whose secret keys the answer contains: without the permission for them, the call is refused. */
  readonly secretKeys?: ModelName
  /** The function that runs the call; `undefined` when the adapter lacks it. */
  bind(parts: ServedParts): RunOnAdapter | undefined
}

/** The protocol's version: the first part of every path. */
export const version = "v1"

/** The path of the calls of an adapter, or of one tenant. */
export const buildRoot = (tenant?: string): string =>
  tenant === undefined ? `/${version}/` : `/${version}/tenants/${tenant}/`

/** The most tokens in one `getSessionsAndUsers`. */
export const maxTokens = 64

/** The prefix of slots that the server uses itself. No caller can reach one of them. */
export const reservedSlots = "mortise/http/"

/** A text that several tenants may have, as one that only this tenant has: their slots may be in one store. */
export const inTenant = (tenant: string | undefined, text: string): string =>
  tenant === undefined ? text : `${tenant}\n${text}`

/** What a call takes and returns, and whether it writes. */
export type CallShape = Pick<Call, "effect" | "takes" | "returns">

export const reads = (returns: Codec, ...takes: readonly Codec[]): CallShape => ({
  effect: "read",
  takes,
  returns,
})

export const writes = (returns: Codec, ...takes: readonly Codec[]): CallShape => ({
  effect: "write",
  takes,
  returns,
})

/** A member of an object that may be left out. */
export const optional = (codec: Codec) => ({ codec, optional: true }) as const
