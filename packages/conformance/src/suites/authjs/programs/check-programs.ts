// Random programs: fast-check generates sequences of calls from a seed, and each sequence runs on the adapter. The first
// one with a wrong result is shrunk in two stages: fast-check simplifies its parts, then `shrink` leaves out one call
// after the other as long as the program still fails. The report shows the remaining calls as a script, with the seed.

import { CaseFailure } from "../../../engine/case-failure.ts"
import type { Case, CaseContext } from "../case.ts"
import { type Arbitrary, type FastCheck, loadFastCheck } from "./arbitraries.ts"
import type { Counterexample } from "./run-program.ts"

/** How to generate and run programs of one kind. */
export type ProgramKind<Program> = {
  make(fc: FastCheck): Arbitrary<Program>
  run(program: Program): Promise<Counterexample | undefined>
  /** All programs that leave out one call of the given program. */
  shorter(program: Program): readonly Program[]
  /** The number of programs at quick effort; twenty times as many run at full effort. */
  readonly runs: number
}

// Enough to shrink most programs completely.
const maxShrinks = 400

// A slow store runs fewer programs, so that the case does not take longer.
const timeLimitMs = { quick: 3_000, full: 20_000 } as const

/** Runs random programs. Throws a `CaseFailure` with the shortest script for the first one that fails. */
export async function checkPrograms<Program>(
  testCase: Case,
  t: CaseContext,
  kind: ProgramKind<Program>,
): Promise<void> {
  const fc = await loadFastCheck()
  if (!fc) return
  let failure: Found<Program> | undefined
  let shrinks = 0
  const end = performance.now() + timeLimitMs[t.effort]
  const property = fc.asyncProperty(kind.make(fc), async (program) => {
    // After the time limit, every further program passes, which ends the search.
    if (performance.now() > end || (failure && shrinks++ > maxShrinks)) return true
    const wrong = await kind.run(program)
    if (wrong) failure = { program, wrong }
    return !wrong
  })
  const seed = Math.floor(t.random() * 2 ** 31)
  const numRuns = t.effort === "full" ? kind.runs * 20 : kind.runs
  await fc.check(property, { seed, numRuns })
  if (!failure) return
  const wrong = await shrink(kind, failure)
  throw new CaseFailure(testCase, { expected: wrong.expected, received: report(wrong, seed) })
}

type Found<Program> = { readonly program: Program; readonly wrong: Counterexample }

/** Leaves out every call that the failure does not need. fast-check simplifies calls but seldom removes all it could. */
async function shrink<Program>(kind: ProgramKind<Program>, failure: Found<Program>): Promise<Counterexample> {
  for (const program of kind.shorter(failure.program)) {
    const wrong = await kind.run(program)
    if (wrong) return shrink(kind, { program, wrong })
  }
  return failure.wrong
}

function report({ script, received }: Counterexample, seed: number): string {
  const lines = script.split("\n").map((line) => `    ${line}`)
  return [`${received}; the calls, from the programs of seed ${seed}:`, ...lines].join("\n")
}
