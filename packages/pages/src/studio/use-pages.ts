import { useEffect, useRef, useState } from "preact/hooks"
import { messageOf } from "./api-client.ts"

type PageOf<Row> = { readonly rows: readonly Row[]; readonly next: string | null }

type State<Row> = PageOf<Row> & {
  readonly key: string
  readonly isLoading: boolean
  readonly error?: string
}

export type Pages<Row> = {
  /** The rows of an earlier key stay until those of the present one arrive. */
  readonly rows: readonly Row[]
  /** The rows belong to an earlier key. */
  readonly isStale: boolean
  readonly isLoading: boolean
  readonly error: string | undefined
  /** Appends the next page; absent on the last page. */
  readonly loadMore: (() => void) | undefined
}

/** Loads the first page when `key` changes, and the next ones on demand. */
export function usePages<Row>(load: (after: string | null) => Promise<PageOf<Row>>, key: string): Pages<Row> {
  const [state, setState] = useState<State<Row>>({ key, rows: [], next: null, isLoading: true })
  const latest = useRef(0)

  const loadAfter = async (after: string | null) => {
    const nth = ++latest.current
    setState((before) => ({ ...before, isLoading: true }))
    const loaded = await load(after).catch((failure) => ({ rows: [], next: null, error: messageOf(failure) }))
    // The answer to an earlier request must not replace a later one.
    if (nth !== latest.current) return
    setState((before) => {
      const rows = after === null ? loaded.rows : [...before.rows, ...loaded.rows]
      return { ...loaded, key, rows, isLoading: false }
    })
  }

  // The key names everything that `load` uses.
  useEffect(() => {
    loadAfter(null)
  }, [key])

  const { rows, next } = state
  const isStale = state.key !== key
  return {
    rows,
    isStale,
    isLoading: state.isLoading || isStale,
    error: isStale ? undefined : state.error,
    loadMore: next === null || isStale ? undefined : () => loadAfter(next),
  }
}
