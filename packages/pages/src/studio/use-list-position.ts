import { useEffect, useRef } from "preact/hooks"
import { allUsers, formatPath, type UserList } from "./route.ts"

const scrollPauseMs = 200

const links = () => document.querySelectorAll<HTMLAnchorElement>("a.studio-user")

/** Moves the focus to the first new row after more rows were asked for. */
export function useFocusOnMore(rows: number): { expectMore: () => void } {
  const before = useRef<number>()
  useEffect(() => {
    if (before.current === undefined || rows <= before.current) return
    links()[before.current]?.focus()
    before.current = undefined
  }, [rows])
  return {
    expectMore() {
      before.current = rows
    },
  }
}

/**
 * Keeps the position in the list: the address has the number of rows and the row that was opened, and the entry of the
 * history has the height. Once the rows are loaded, the row has the focus again.
 */
export function useListPosition(list: UserList, isLoaded: boolean): void {
  const isRestored = useRef(false)
  useEffect(() => {
    if (!isLoaded || isRestored.current) return
    isRestored.current = true
    const { top } = (history.state ?? {}) as { readonly top?: unknown }
    if (typeof top === "number") scrollTo(0, top)
    const link = list.at === undefined ? undefined : linkTo(list.at, list)
    if (!link) return
    link.focus({ preventScroll: true })
    if (typeof top !== "number") link.scrollIntoView({ block: "center" })
  }, [isLoaded])

  const path = formatPath({ view: "users", ...list })
  useEffect(() => {
    if (!isLoaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      // The address may already be the next view's.
      if (location.hash === "" || location.hash.startsWith("#/users")) notePosition(list)
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(note, scrollPauseMs)
    }
    if (list.shown !== undefined) note()
    addEventListener("scroll", onScroll)
    return () => {
      clearTimeout(timer)
      removeEventListener("scroll", onScroll)
    }
  }, [path, isLoaded])
}

/** Notes in the present entry of the history what the list shows. */
export function notePosition(list: UserList): void {
  const path = formatPath({ view: "users", ...list })
  // The first address has no fragment.
  const isFirst = location.hash === "" && path === formatPath(allUsers)
  history.replaceState({ top: scrollY }, "", isFirst ? undefined : path)
}

function linkTo(id: string, list: UserList): HTMLAnchorElement | undefined {
  const path = formatPath({ view: "user", id, list })
  return [...links()].find(({ hash }) => hash === path)
}
