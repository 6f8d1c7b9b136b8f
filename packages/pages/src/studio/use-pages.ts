import { useEffect, useRef, useState } from "preact/hooks"
import { messageOf } from "./api-client.ts"

type PageOf<Row> = { readonly rows: readonly Row[]; readonly next: string | null }

export type Pages<Row> = {
  readonly rows: readonly Row[]
  readonly isLoading: boolean
  readonly error: string | undefined
  /** Appends the next page; absent on the last page. */
  readonly loadMore: (() => void) | undefined
}

/** Loads the first page when `key` changes, and the next ones on demand. */
export function usePages<Row>(load: (after: string | null) => Promise<PageOf<Row>>, key: string): Pages<Row> {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<string>()
  const current = useRef(key)

  const loadAfter = async (after: string | null) => {
    setLoading(true)
    try {
      const page = await load(after)
      if (current.current !== key) return
      setRows((before) => (after === null ? page.rows : [...before, ...page.rows]))
      setNext(page.next)
      setError(undefined)
    } catch (failure) {
      if (current.current === key) setError(messageOf(failure))
    }
    if (current.current === key) setLoading(false)
  }

  // The key names everything that `load` uses.
  useEffect(() => {
    current.current = key
    loadAfter(null)
  }, [key])

  return { rows, isLoading, error, loadMore: next === null ? undefined : () => loadAfter(next) }
}
