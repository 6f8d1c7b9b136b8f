import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { messageOf } from "./api-client.ts"

export type Loaded<T> = {
  readonly value: T | undefined
  readonly error: string | undefined
  /** Loads again. The old value stays until the new one arrives. */
  readonly reload: () => void
}

/** Loads a value when the view appears, and again when `key` changes. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: string }>({ key })
  const latest = useRef(0)
  // The key names everything that `load` uses.
  const reload = useCallback(() => {
    const nth = ++latest.current
    // The answer to an earlier request must not replace a later one.
    const settle = (outcome: { value: T } | { error: string }) => {
      if (nth === latest.current) setState({ key, ...outcome })
    }
    load().then(
      (value) => settle({ value }),
      (error) => settle({ error: messageOf(error) }),
    )
  }, [key])
  useEffect(reload, [reload])
  const isCurrent = state.key === key
  return { value: isCurrent ? state.value : undefined, error: isCurrent ? state.error : undefined, reload }
}
