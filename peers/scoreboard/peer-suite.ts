import type { Closing, Peer } from "../peer.ts"
import type { Recorder } from "./replay/record-calls.ts"
import type { Result } from "./run-repeatedly.ts"
import type { Call } from "./speed.ts"

export type RunOptions<Opened> = {
  readonly factory: () => Promise<Opened>
  readonly skip: Readonly<Record<string, string>>
  readonly only: readonly string[]
  readonly seed: number
}

/** How the adapters of a library are tested. */
export type PeerSuite<Opened extends Closing = Closing> = {
  readonly cases: readonly { readonly id: string; readonly processes?: true }[]
  /** The packages of the library, which every application has. */
  readonly packages: readonly string[]
  run(options: RunOptions<Opened>): Promise<{ readonly results: readonly Result[] }>
  /** The same setup, but the recorder notes its calls. */
  record(opened: Opened, recorder: Recorder): Promise<Opened>
  /** Creates a session, and returns a function that looks it up with its user. */
  openLookup(opened: Opened): Promise<Call>
}

/** A file in `adapters/`. */
export type PeerModule = { readonly peer: Peer<Closing> }
