import type { VNode } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Overview } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Badge } from "../badge.tsx"
import { Button } from "../button.tsx"
import { Shell } from "../shell.tsx"
import { Skeleton } from "../skeleton.tsx"
import { Toasts, useToasts } from "../toasts.tsx"
import { readApi } from "./api-client.ts"
import { formatPlace } from "./format-place.ts"
import { KeysDialog } from "./keys-dialog.tsx"
import { LeakView } from "./leak-view.tsx"
import { ProblemBanner } from "./problem-banner.tsx"
import { allUsers, formatPath, type Route, useRoute } from "./route.ts"
import { StoreView } from "./store-view.tsx"
import "./studio.css"
import type { Studio } from "./studio.ts"
import { findViewFocus, useKeys } from "./use-keys.ts"
import { useLoaded } from "./use-loaded.ts"
import { UserView } from "./user-view.tsx"
import { UsersView } from "./users-view.tsx"

/** The whole page. */
export function App(): VNode {
  const route = useRoute()
  useAnnouncement(route)
  const loaded = useLoaded(() => readApi<Overview>("overview"), "overview")
  const { value: overview, problem } = loaded
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys(() => setHelpOpen(true))
  const { toasts, show, close } = useToasts()
  const notify: Studio["notify"] = (text, tone) => show(visibleText(text), tone)
  return (
    <>
      <Shell
        page="studio"
        controls={<Controls route={route} overview={overview} onHelp={() => setHelpOpen(true)} />}
      >
        <div class="studio-main">
          {problem && (
            <ProblemBanner
              title="The studio cannot be used"
              onRetry={loaded.reload}
              isRetrying={loaded.isLoading}
            >
              {problem.message}
            </ProblemBanner>
          )}
          {!overview && !problem && <Skeleton label="Loading the studio" />}
          {overview && <View route={route} studio={{ overview, notify }} />}
          <footer class="studio-foot">
            Served on this machine only. Tokens and secrets are never sent to this page
            {overview?.isWritable ? ", and each change is a line in the terminal." : "."}
          </footer>
        </div>
      </Shell>
      <KeysDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <Toasts toasts={toasts} onClose={close} />
    </>
  )
}

function View({ route, studio }: { readonly route: Route; readonly studio: Studio }): VNode {
  switch (route.view) {
    case "users":
      return <UsersView list={route} studio={studio} />
    case "user":
      return <UserView key={route.id} id={route.id} list={route.list} studio={studio} />
    case "store":
      return <StoreView studio={studio} />
    case "leak":
      return <LeakView studio={studio} />
  }
}

/** Moves the focus to a new view, so that screen readers start there. */
function useAnnouncement(route: Route): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0)
      findViewFocus()?.focus({ preventScroll: true })
    }
    isFirst.current = false
  }, [route.view === "user" ? route.id : route.view])
}

type ControlsProps = {
  readonly route: Route
  readonly overview: Overview | undefined
  readonly onHelp: () => void
}

function Controls({ route, overview, onHelp }: ControlsProps): VNode {
  const current = (isCurrent: boolean) => (isCurrent ? "page" : undefined)
  const { view } = route
  return (
    <>
      <nav class="studio-nav" aria-label="Views">
        <a href={formatPath(allUsers)} aria-current={current(view === "users" || view === "user")}>
          Users
        </a>
        <a href={formatPath({ view: "store" })} aria-current={current(view === "store")}>
          Store
        </a>
        <a href={formatPath({ view: "leak" })} aria-current={current(view === "leak")}>
          After a leak
        </a>
      </nav>
      {overview && (
        <p class="studio-mode">
          <span class="soft">{formatPlace(overview)}</span>
          {overview.isWritable ? <Badge tone="notice">can change rows</Badge> : <Badge>read-only</Badge>}
        </p>
      )}
      <span class="studio-help">
        <Button variant="quiet" size="small" onClick={onHelp} aria-keyshortcuts="?">
          Keys <kbd>?</kbd>
        </Button>
      </span>
    </>
  )
}
