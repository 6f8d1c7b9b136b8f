import type { Wanted } from "../measure-entry.ts"
import { openWanted } from "../measure-entry.ts"
import { openStore } from "../open-store.ts"
import { seeds } from "../run-repeatedly.ts"
import type { Replay } from "../scoreboard.ts"
import { createRecorder } from "./record-calls.ts"
import { toReplay } from "./to-replay.ts"

/** Runs a case until it fails, at most once with each seed, and records its calls. Undefined if it did not fail. */
export async function recordEntry(wanted: Wanted, id: string): Promise<Replay | undefined> {
  const { suite, store } = await openWanted(wanted)
  for (const seed of seeds) {
    const recorder = createRecorder()
    const factory = async () => {
      const opened = await openStore(wanted.store, store)
      const { outage } = opened
      return {
        ...(await suite.record(opened, recorder)),
        ...(outage && {
          async outage() {
            recorder.note("the store becomes unreachable", [])
            await outage()
          },
        }),
      }
    }
    const { results } = await suite.run({ factory, skip: store.skip ?? {}, only: [id], seed })
    const error = results[0]?.error
    if (error) return toReplay(id, recorder.calls, error)
  }
  return undefined
}
