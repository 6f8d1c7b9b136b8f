import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../../../src/pages/badge.tsx"
import { Button } from "../../../src/pages/button.tsx"
import { Card } from "../../../src/pages/card.tsx"
import { usePlayground } from "../playground-context.ts"

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
      title="Break your application's store"
      aside={isDown ? <Badge tone="bad">down</Badge> : <Badge tone="good">up</Badge>}
    >
      <p class="soft">
        Take down the store that you are signed in to. An outage is an error with status 503, and never a
        sign-out.
      </p>
      <div class="row">
        <Button size="small" variant={isDown ? "primary" : "danger"} busy={isBusy} onClick={toggle}>
          {isDown ? "Restart the store" : "Take it down"}
        </Button>
      </div>
    </Card>
  )
}
