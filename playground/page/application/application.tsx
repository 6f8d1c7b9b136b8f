import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { usePlayground } from "../playground-context.ts"
import { Remark } from "../remark.tsx"
import { Section } from "../section.tsx"
import { storeLabels } from "../store-labels.ts"
import { Inbox } from "./inbox.tsx"
import { OutageCard } from "./outage-card.tsx"
import { reasonText } from "./reason-text.ts"
import { SignIn } from "./sign-in.tsx"
import { SignedIn } from "./signed-in.tsx"
import { type Ending, type Session, useSession } from "./use-session.ts"

const endings: Readonly<Record<Ending, string>> = {
  expired:
    "Your session has expired: a session lasts 30 days after the last visit, and the clock is past that. The row was removed.",
  elsewhere: "Your session was ended elsewhere: in another tab or browser.",
  "new-store": "The new store is empty, so nobody is signed in yet.",
  "other-library": "Each library has its own cookie. Sign in here too, or switch back.",
  lost: "The store has lost your session.",
}

/** The demo application: what its visitor sees, and the visitor's mail. */
export function Application(): VNode {
  const { state } = usePlayground()
  const session = useSession()
  const [refusal, closeRefusal] = useReturnedError()
  const { view } = session
  // `mortise/auth` reports the outage itself.
  const isMistaken = state.store.isDown && state.auth === "authjs" && view.status === "signed-out"
  return (
    <Section id="application" title="Your application">
      {isMistaken && (
        <Remark>
          The store is down, and Auth.js reports no session. A session that was active before is still stored.
        </Remark>
      )}
      {!isMistaken && view.status === "signed-out" && view.ending && <Remark>{endings[view.ending]}</Remark>}
      {refusal !== undefined && (
        <div class="refusal" role="alert">
          <strong>The sign-in was refused</strong>
          <p>{refusal}</p>
          <Button size="small" onClick={closeRefusal}>
            Close
          </Button>
        </div>
      )}
      {state.auth === "better-auth" && !state.store.isSql ? <NeedsSql /> : <SessionCard {...session} />}
      <Inbox />
      <OutageCard />
    </Section>
  )
}

/** In place of the sign-in, where Better Auth cannot run. */
function NeedsSql(): VNode {
  const { store } = usePlayground().state
  return (
    <Card title="Better Auth needs a SQL database">
      <p>
        <code>mortiseDatabase</code> stores Better Auth's tables in SQLite, PostgreSQL, MySQL or MariaDB, and{" "}
        {storeLabels[store.name]} has no tables. Choose another store above, or another library.
      </p>
    </Card>
  )
}

function SessionCard(session: Session): VNode {
  const { view, refresh } = session
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
      return <SignedIn user={view.user} session={session} />
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

/** Why a sign-in was refused, if the browser has returned with an error, which is removed from the address. */
function useReturnedError(): readonly [string | undefined, () => void] {
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    const reason = new URLSearchParams(location.search).get("error")
    if (reason === null) return
    setRefusal(reasonText(reason))
    history.replaceState(null, "", location.pathname)
  }, [])
  return [refusal, () => setRefusal(undefined)]
}
