import { useEffect, useRef, useState } from "preact/hooks"
import { type Problem, toProblem } from "./api-client.ts"

type PageOf<Row, Info> = {
  readonly rows: readonly Row[]
  readonly next: string | null
  /** What else the answer says. */
  readonly info: Info
}

type State<Row, Info> = {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly info?: Info
  readonly key: string
  readonly isLoading: boolean
  /** Why the page after `after` could not be read. */
  readonly failed?: { readonly problem: Problem; readonly after: string | null } | undefined
}

export type Pages<Row, Info> = {
  /** The rows of an earlier key stay until the current key's rows arrive. */
  readonly rows: readonly Row[]
  /** The rows belong to an earlier key. */
  readonly isStale: boolean
  readonly isLoading: boolean
  readonly info: Info | undefined
  readonly problem: Problem | undefined
  /** Reads the page that could not be read. */
  readonly retry: () => void
  /** Appends the next page; absent on the last page. */
  readonly loadMore: (() => void) | undefined
}

/** Loads the first page when `key` changes, and the next ones on demand. */
export function usePages<Row, Info>(
  load: (after: string | null) => Promise<PageOf<Row, Info>>,
  key: string,
): Pages<Row, Info> {
  const [state, setState] = useState<State<Row, Info>>({ key, rows: [], next: null, isLoading: true })
  const latest = useRef(0)

  const loadAfter = async (after: string | null) => {
    const loadId = ++latest.current
    setState((before) => ({ ...before, isLoading: true }))
    const settle = (change: (before: State<Row, Info>) => State<Row, Info>) => {
      // The answer to an earlier request must not replace a later one.
      if (loadId === latest.current) setState((before) => ({ ...change(before), key, isLoading: false }))
    }
    try {
      const page = await load(after)
      settle((before) => ({
        ...before,
        ...page,
        rows: after === null ? page.rows : [...before.rows, ...page.rows],
        failed: undefined,
      }))
    } catch (error) {
      const failed = { problem: toProblem(error), after }
      settle((before) => ({ ...before, ...(after === null && { rows: [], next: null }), failed }))
    }
  }

  // The key names everything that `load` uses.
  useEffect(() => {
    loadAfter(null)
  }, [key])

  const { rows, next, info, failed } = state
  const isStale = state.key !== key
  return {
    rows,
    isStale,
    isLoading: state.isLoading || isStale,
    info: isStale ? undefined : info,
    problem: isStale ? undefined : failed?.problem,
    retry: () => loadAfter(failed?.after ?? null),
    loadMore: next === null || isStale ? undefined : () => loadAfter(next),
  }
}
