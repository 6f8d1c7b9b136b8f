import type { Call } from "./call.ts"
import type { Codec } from "./codec.ts"

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
