import type { Adapter } from "../../../mortise/src/index.ts"
import type { Call, Functions, Output } from "./call.ts"
import type { Pass } from "./gate.ts"

/** A part of a call, with the output that it must have. */
export type CallPart = {
  readonly input: Call
  readonly output: Output
  /** Whether it may not have happened, although the call has ended. */
  readonly isOptional?: boolean
}

/** What callers call, before, during and after a run. */
export type Subject = {
  /** Opens what one caller can call. Requests to others than the store pass its gate, too. */
  open(adapter: Adapter, pass: Pass): Functions
  /** Every call that a caller may make. */
  readonly calls: readonly Call[]
  /** The calls that store the rows before the callers start: first those that others refer to. */
  readonly setUp: readonly (readonly Call[])[]
  /** Lookups that show what the calls have left, and what must still be possible afterwards. */
  readonly after: readonly Call[]
  /** The calls of which a call consists, if others may see it half done: a `lost` one may have ended after any of them. `isInterrupted` is whether any call of the run was. */
  divide?(call: Call, output: Output, isInterrupted: boolean): readonly CallPart[] | undefined
  /** Whether a call may give up although nothing was lost, because another one has not ended. */
  givesUp?(call: Call): boolean
  /** What a run did to others than the store that it must not do. */
  findHarm?(suffix: string): string | undefined
  /** How the reference, which is one store, makes the calls of several. */
  readonly model?: { toCall(call: Call): Call; toOutput(output: Output): Output }
  /** Whether rows of a run have keys without its suffix, so that no other run is stored beside it. */
  readonly isAlone?: boolean
}
