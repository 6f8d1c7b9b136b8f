import type { Tally } from "./tally.ts"
import type { Trial } from "./trial.ts"

/** Runs on one subject, and counts what it finds. */
export type Experiment = (trial: Trial, tally: Tally) => Promise<void>
