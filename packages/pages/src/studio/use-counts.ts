import { useCallback, useEffect, useState } from "preact/hooks"
import type { Overview, RowCount } from "../../../mortise/src/cli/studio/api-types.ts"
import { type Problem, readApi, toProblem } from "./api-client.ts"

export type ModelName = Overview["models"][number]

export type CountState = {
  /** The old number stays while a new one loads. */
  readonly count?: RowCount
  readonly problem?: Problem | undefined
  readonly isLoading: boolean
}

export type Counts = {
  readonly getState: (model: ModelName) => CountState
  readonly countExactly: (model: ModelName) => Promise<void>
  /** Counts all models again. */
  readonly reload: () => void
}

const loading: CountState = { isLoading: true }

/** Counts each model alone, so that a large table delays no other. */
export function useCounts(models: readonly ModelName[]): Counts {
  const [states, setStates] = useState<Partial<Record<ModelName, CountState>>>({})
  const load = useCallback(async (model: ModelName, isExact: boolean) => {
    const set = (change: Partial<CountState>) =>
      setStates((before) => ({ ...before, [model]: { ...before[model], isLoading: false, ...change } }))
    set({ isLoading: true })
    try {
      const count = await readApi<RowCount>("count", { model, ...(isExact && { exact: "1" }) })
      set({ count, problem: undefined })
    } catch (error) {
      set({ problem: toProblem(error) })
    }
  }, [])
  const reload = () => {
    for (const model of models) load(model, false)
  }
  useEffect(reload, [])
  return {
    getState: (model) => states[model] ?? loading,
    countExactly: (model) => load(model, true),
    reload,
  }
}
