import type { RedisParts } from "../engine.ts"
import type { Indexes } from "./indexes.ts"
import type { Intents } from "./intents.ts"

/** What every verb of the spread engine works with. */
export type SpreadParts = RedisParts & {
  readonly indexes: Indexes
  readonly intents: Intents
  /**
   * How long a caller waits for another caller that holds a place and has not committed, before it kills that caller's
   * nonce.
   */
  readonly patienceMs: number
}
