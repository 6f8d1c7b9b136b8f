import type { CaseHooks } from "../case-hooks.ts"
import type { InProcesses, RaceInProcesses, RemoteCall } from "./messages.ts"

/** A race of processes whose calls the run observes. `check` throws for a call that the adapter cannot take. */
export const observedRace =
  (
    race: RaceInProcesses,
    { observe, ended, onRace }: Pick<CaseHooks, "observe" | "ended" | "onRace">,
    check: (call: RemoteCall) => void,
  ): InProcesses =>
  async (calls) => {
    let ends: (() => void)[] = []
    const onStart = (all: readonly RemoteCall[]) => {
      for (const call of all) check(call)
      const names = new Set(all.map(({ operation }) => operation))
      ends = [...names].map((name) => observe(name, "apart")).map((end) => () => end({ value: undefined }))
    }
    onRace()
    try {
      return await race(calls, { onStart, ended })
    } finally {
      for (const end of ends) end()
    }
  }
