import type { Case, CaseContext } from "../case.ts"
import { CaseFailure } from "../case-failure.ts"
import { type Arbitrary, type FastCheck, loadFastCheck } from "./arbitraries.ts"
import type { Counterexample } from "./run-program.ts"

/** How programs of one kind are made and run, and how many; ten times as many at full effort. */
export type ProgramKind<Program> = {
  make(fc: FastCheck): Arbitrary<Program>
  run(program: Program): Promise<Counterexample | undefined>
  /** The program with one part left out, in every way. */
  shorter(program: Program): readonly Program[]
  readonly runs: number
}

// Enough to make most programs as short as they get.
const mostShrinks = 400

// A store that takes its time is asked fewer programs rather than for longer.
const timeLimitMs = { quick: 3_000, full: 20_000 } as const

/** Runs random programs; the first that goes wrong is shortened and reported as a script. */
export async function checkPrograms<Program>(
  of: Case,
  t: CaseContext,
  kind: ProgramKind<Program>,
): Promise<void> {
  const fc = await loadFastCheck()
  if (!fc) return
  let found: Found<Program> | undefined
  let shrinks = 0
  const end = performance.now() + timeLimitMs[t.effort]
  const property = fc.asyncProperty(kind.make(fc), async (program) => {
    // Out of patience, every further program counts as right, so that the search ends here.
    if (performance.now() > end || (found && shrinks++ > mostShrinks)) return true
    const wrong = await kind.run(program)
    if (wrong) found = { program, wrong }
    return !wrong
  })
  const seed = Math.floor(t.random() * 2 ** 31)
  const numRuns = t.effort === "full" ? kind.runs * 10 : kind.runs
  await fc.check(property, { seed, numRuns })
  if (!found) return
  const wrong = await shrink(kind, found)
  throw new CaseFailure(of, { expected: wrong.expected, received: report(wrong, seed) })
}

type Found<Program> = { readonly program: Program; readonly wrong: Counterexample }

/** Leaves out what is not needed to go wrong: fast-check makes parts simpler, but seldom leaves out all it could. */
async function shrink<Program>(kind: ProgramKind<Program>, found: Found<Program>): Promise<Counterexample> {
  for (const program of kind.shorter(found.program)) {
    const wrong = await kind.run(program)
    if (wrong) return shrink(kind, { program, wrong })
  }
  return found.wrong
}

function report({ script, received }: Counterexample, seed: number): string {
  const lines = script.split("\n").map((line) => `    ${line}`)
  return [`${received}, after (programs of seed ${seed}):`, ...lines].join("\n")
}
