import { createRandom } from "../../../conformance/src/engine/case-tools/random.ts"

/**
 * The seed of random choices: 1 in `npm test` and `npm run test:wide`, so that every run makes the same ones. A full run
 * takes a new seed and prints it; the variable repeats it.
 */
export const seed = Number(process.env["MORTISE_SEED"] ?? 1)

/** Numbers from 0 up to 1, in place of `Math.random`. The sequence depends only on the seed and the name. */
export const seededRandom = (name: string): (() => number) => createRandom(seed, name)
