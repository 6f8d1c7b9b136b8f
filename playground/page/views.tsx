import type { ComponentChildren, VNode } from "preact"
import { useEffect, useLayoutEffect, useState } from "preact/hooks"
import { usePlayground } from "./playground-context.ts"
import "./views.css"

const views = [
  { id: "laboratory", label: "Laboratory" },
  { id: "application", label: "Sign in" },
  { id: "operations", label: "Calls" },
  { id: "store", label: "Rows" },
] as const
type View = (typeof views)[number]["id"]

const storageKey = "mortise-playground-view"

/** The sections. A phone shows one at a time, and a menu of all; a wider screen shows all of them. */
export function Views({ children }: { readonly children: ComponentChildren }): VNode {
  const { operations, tables } = usePlayground().state
  const view = useView()
  const counts: Partial<Record<View, number>> = {
    operations: operations.length,
    store: tables.reduce((sum, { count }) => sum + count, 0),
  }
  return (
    <div class="views" data-view={view}>
      <nav class="views-menu" aria-label="Sections">
        {views.map(({ id, label }) => (
          <a key={id} href={`#${id}`} aria-current={id === view}>
            {label} {counts[id] !== undefined && <span class="views-count">{counts[id]}</span>}
          </a>
        ))}
      </nav>
      {children}
    </div>
  )
}

/** The section that the address names. The tab remembers it, because a sign-in leaves the page and returns to `/`. */
function useView(): View {
  const [view, setView] = useState<View>(() => findView(location.hash.slice(1)) ?? rememberedView())
  useEffect(() => {
    const change = () => {
      const next = findView(location.hash.slice(1))
      if (next) setView(next)
    }
    addEventListener("hashchange", change)
    return () => removeEventListener("hashchange", change)
  }, [])
  useEffect(() => remember(view), [view])
  // The browser cannot scroll to a section that was hidden when the address changed.
  useLayoutEffect(() => {
    if (location.hash === `#${view}`) document.getElementById(view)?.scrollIntoView()
  }, [view])
  return view
}

const findView = (text: string | null): View | undefined => views.find(({ id }) => id === text)?.id

function rememberedView(): View {
  try {
    return findView(sessionStorage.getItem(storageKey)) ?? "laboratory"
  } catch {
    // A browser may forbid storage.
    return "laboratory"
  }
}

function remember(view: View): void {
  try {
    sessionStorage.setItem(storageKey, view)
  } catch {
    // Without storage, each sign-in returns to the first section.
  }
}
