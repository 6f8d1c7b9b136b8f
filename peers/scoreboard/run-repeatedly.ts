import type { Outcome } from "./scoreboard.ts"

/** With fixed seeds, two measurements differ only in timing. */
export const seeds: readonly number[] = [1, 2, 3, 4, 5]

/** The part of a case's result that is kept. */
export type Result = Pick<Outcome, "id" | "level" | "title" | "status"> & {
  readonly races?: number
  readonly passesAlone?: true
  readonly reason?: string
  readonly error?: { readonly expected: string; readonly received: string }
}

type Run = (ids: readonly string[], seed: number) => Promise<{ readonly results: readonly Result[] }>

const isProblem = ({ status }: Result): boolean => status === "failed" || status === "warned"

/** Runs the cases once, and those that fail with every other seed too: how often they fail is part of the result. */
export async function runRepeatedly(run: Run, ids: readonly string[]): Promise<Outcome[]> {
  const [first = 1, ...others] = seeds
  const runs = [(await run(ids, first)).results]
  const problems = runs.flatMap((results) => results.filter(isProblem)).map(({ id }) => id)
  if (problems.length > 0) for (const seed of others) runs.push((await run(problems, seed)).results)
  return (runs[0] ?? []).map(({ id }) =>
    merge(runs.flatMap((results) => results.filter((result) => result.id === id))),
  )
}

function merge(results: readonly Result[]): Outcome {
  const [{ id, level, title, status, reason, error } = absent()] = results
  const races = Math.max(...results.map(({ races = 0 }) => races))
  return {
    id,
    level,
    title,
    status,
    seen: results.filter(isProblem).length,
    runs: results.length,
    ...(races > 0 && { races }),
    ...(results.some(({ passesAlone }) => passesAlone) && { passesAlone: true as const }),
    ...(reason !== undefined && { reason }),
    ...(error && { error: { expected: error.expected, received: error.received } }),
  }
}

function absent(): never {
  throw new Error("A case has no result.")
}
