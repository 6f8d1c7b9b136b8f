import type { VNode } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Overview } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Badge } from "../badge.tsx"
import { EmptyState } from "../empty-state.tsx"
import { Shell } from "../shell.tsx"
import { Toasts, useToasts } from "../toasts.tsx"
import { readApi } from "./api-client.ts"
import { pathOf, type Route, useRoute } from "./route.ts"
import { StoreView } from "./store-view.tsx"
import "./studio.css"
import type { Studio } from "./studio.ts"
import { useLoaded } from "./use-loaded.ts"
import { UserView } from "./user-view.tsx"
import { UsersView } from "./users-view.tsx"

/** The whole page. */
export function App(): VNode {
  const route = useRoute()
  useAnnouncement(route)
  const { value: overview, error } = useLoaded(() => readApi<Overview>("overview"), "overview")
  const { toasts, show, close } = useToasts()
  const notify: Studio["notify"] = (text, tone) => show(visibleText(text), tone)
  return (
    <>
      <Shell page="studio" controls={<Controls route={route} overview={overview} />}>
        <div class="studio-main">
          {error !== undefined && <EmptyState title="The studio cannot be used">{error}</EmptyState>}
          {overview && <View route={route} studio={{ overview, notify }} />}
        </div>
      </Shell>
      <Toasts toasts={toasts} onClose={close} />
    </>
  )
}

function View({ route, studio }: { readonly route: Route; readonly studio: Studio }): VNode {
  switch (route.view) {
    case "users":
      return <UsersView search={route.search} />
    case "user":
      return <UserView key={route.id} id={route.id} studio={studio} />
    case "store":
      return <StoreView studio={studio} />
  }
}

const titles = { users: "Users", user: "User", store: "Store" } as const

/** Names the view in the title, and moves the focus to a new view so that screen readers start there. */
function useAnnouncement({ view }: Route): void {
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${titles[view]} · Mortise studio`
    if (!isFirst.current) document.getElementById("main")?.focus()
    isFirst.current = false
  }, [view])
}

type ControlsProps = { readonly route: Route; readonly overview: Overview | undefined }

function Controls({ route, overview }: ControlsProps): VNode {
  const isStore = route.view === "store"
  return (
    <>
      <nav class="studio-nav" aria-label="Views">
        <a href={pathOf({ view: "users", search: "" })} aria-current={isStore ? undefined : "page"}>
          Users
        </a>
        <a href={pathOf({ view: "store" })} aria-current={isStore ? "page" : undefined}>
          Store
        </a>
      </nav>
      {overview && (
        <p class="studio-mode">
          <span class="soft">{overview.store}</span>{" "}
          {overview.isWritable ? <Badge tone="notice">can change rows</Badge> : <Badge>read-only</Badge>}
        </p>
      )}
    </>
  )
}
