import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { type Problem, toProblem } from "./api-client.ts"

export type Loaded<T> = {
  readonly value: T | undefined
  readonly problem: Problem | undefined
  readonly isLoading: boolean
  /** Loads again. The old value stays until the new one arrives. */
  readonly reload: () => void
}

type State<T> = {
  readonly key: string
  readonly isLoading: boolean
  readonly value?: T
  readonly problem?: Problem
}

/** Loads a value when the view appears, and again when `key` changes. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key, isLoading: true })
  const latest = useRef(0)
  // The key names everything that `load` uses.
  const reload = useCallback(() => {
    const loadId = ++latest.current
    // The answer to an earlier request must not replace a later one.
    const settle = (outcome: { value: T } | { problem: Problem }) => {
      if (loadId === latest.current) setState({ key, isLoading: false, ...outcome })
    }
    setState((before) => ({ ...before, isLoading: true }))
    load().then(
      (value) => settle({ value }),
      (error) => settle({ problem: toProblem(error) }),
    )
  }, [key])
  useEffect(reload, [reload])
  const { value, problem, isLoading } = state.key === key ? state : { isLoading: true }
  return { value, problem, isLoading, reload }
}
