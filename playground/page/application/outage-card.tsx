import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import type { AuthName } from "../../protocol.ts"
import { usePlayground } from "../playground-context.ts"

/** What the visitor sees during an outage. */
const effects: Readonly<Record<AuthName, string>> = {
  authjs: "Auth.js then reports no session, as if you were signed out; mortise/auth does not.",
  mortise: "mortise/auth responds with status 503: an outage is never a sign-out.",
  "better-auth": "Better Auth responds with an error, and you stay signed in.",
}

/** Takes the store of the demo application down, and restarts it. */
export function OutageCard(): VNode {
  const { state, command } = usePlayground()
  const [isBusy, setBusy] = useState(false)
  const { isDown } = state.store
  const toggle = async () => {
    setBusy(true)
    await command("outage", { isDown: !isDown })
    setBusy(false)
  }
  return (
    <Card
      title="Take the store down"
      aside={isDown ? <Badge tone="bad">down</Badge> : <Badge tone="good">up</Badge>}
    >
      <p class="soft">
        Close the connection while you are signed in: the adapter reports an error. {effects[state.auth]}
      </p>
      <div class="row">
        <Button size="small" variant={isDown ? "primary" : "danger"} busy={isBusy} onClick={toggle}>
          {isDown ? "Restart the store" : "Take it down"}
        </Button>
      </div>
    </Card>
  )
}
