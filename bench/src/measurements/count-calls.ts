import type { Workload } from "../contestant.ts"
import { absence, type Entrant } from "../entrants.ts"
import { measure } from "../measure.ts"

/** What the calls of a workload made a server do, and their number; `undefined` for one that the entrant lacks. */
export async function countCalls<T>(
  workload: Workload,
  entrant: Entrant,
  since: () => Promise<T>,
): Promise<{ readonly counted: T; readonly calls: number } | undefined> {
  if (absence(entrant, workload) || !entrant.ready) return undefined
  const { adapter, population } = entrant.ready
  const make = () => workload.prepare(adapter, population, workload.callers * 10)
  try {
    // What is sent once per connection is not counted.
    await measure(await make(), workload.callers)
    const calls = await make()
    await since()
    await measure(calls, workload.callers)
    return { counted: await since(), calls: calls.length }
  } catch {
    return undefined
  }
}
