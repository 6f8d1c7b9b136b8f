import type { Awaitable } from "../engine/promises.ts"
import type { Factory } from "../suites/authjs/run-options.ts"

/** Something that happens to a cluster under load. */
export type ChaosFault = {
  readonly name: string
  /** Starts the fault, such as the kill of a node. The load continues. */
  inject(): Awaitable<unknown>
  /** Ends the fault: afterwards the cluster has its full size again. */
  heal?(): Awaitable<unknown>
}

/** What a module exports, so that faults can be injected into your own cluster. */
export type ChaosHooks = {
  /** Opens the adapter of the callers, in every process. Several functions for a cluster with several entry points. */
  readonly factory: Factory | readonly Factory[]
  readonly faults: readonly ChaosFault[]
  /** Open an adapter on each node, to compare their rows after a fault. Default: the adapters of `factory`. */
  readonly nodes?: readonly Factory[]
  /** Throws if the cluster is not set up as its promises require, or not yet healed. */
  readonly check?: () => Awaitable<unknown>
  /** The `timeoutSeconds` of the adapters: a call that takes longer is a finding. */
  readonly timeoutSeconds?: number
}
