import type { VNode } from "preact"
import { useEffect } from "preact/hooks"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"
import { Inbox } from "./inbox.tsx"
import { reasonText } from "./reason-text.ts"
import { SignIn } from "./sign-in.tsx"
import { SignedIn } from "./signed-in.tsx"
import { type SessionView, useSession } from "./use-session.ts"

/** The demo application: what its visitor sees, and the visitor's mail. */
export function Application(): VNode {
  const { state } = usePlayground()
  const { view, refresh } = useSession()
  // `mortise/auth` reports the outage itself.
  const isMistaken = state.store.isDown && state.auth === "authjs" && view.status === "signed-out"
  useReturnedError()
  return (
    <Section id="application" title="Your application">
      {isMistaken && (
        <p class="remark">
          The store is down, and Auth.js reports no session. A session that was active before is still stored.
        </p>
      )}
      <SessionCard view={view} refresh={refresh} />
      <Inbox />
    </Section>
  )
}

function SessionCard({ view, refresh }: { view: SessionView; refresh: () => Promise<void> }): VNode {
  switch (view.status) {
    case "reading":
      return (
        <Card title="Reading the session …">
          <p class="soft">The application asks the store.</p>
        </Card>
      )
    case "signed-out":
      return <SignIn refresh={refresh} />
    case "signed-in":
      return <SignedIn user={view.user} refresh={refresh} />
    case "unknown":
      return (
        <Card title="The store does not respond" aside={<Badge tone="bad">503</Badge>}>
          <p>
            {view.user && "You are still signed in. "}
            An outage is an error, and never a sign-out. Restart the store to continue.
          </p>
        </Card>
      )
  }
}

/** Shows why a sign-in failed, if the browser has returned with an error, and removes it from the address. */
function useReturnedError(): void {
  const { show } = usePlayground()
  useEffect(() => {
    const reason = new URLSearchParams(location.search).get("error")
    if (reason === null) return
    show(reasonText(reason), "bad")
    history.replaceState(null, "", location.pathname)
  }, [show])
}
