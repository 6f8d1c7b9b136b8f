import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { Progress } from "../progress.tsx"
import { actOnAll, toErrorMessage } from "./api-client.ts"
import { formatCount } from "./plural.ts"
import type { Studio } from "./studio.ts"
import { useStop } from "./use-stop.ts"

type SweepCardProps = { readonly studio: Studio; readonly onSwept: () => void }

/** Deletes expired rows in batches. The person can stop after each batch. */
export function SweepCard({ studio, onSwept }: SweepCardProps): VNode {
  const [removed, setRemoved] = useState<number>()
  const stop = useStop()
  const { isBetterAuth, isWritable } = studio.overview
  const sweep = async () => {
    stop.reset()
    setRemoved(0)
    try {
      const { changed } = await actOnAll("sweep", {}, setRemoved, stop.isAsked)
      studio.notify(`${formatCount(changed, "expired row")} removed.`)
    } catch (error) {
      studio.notify(toErrorMessage(error), "bad")
    }
    setRemoved(undefined)
    onSwept()
  }
  return (
    <Card title="Expired rows">
      <p>
        A sweep deletes{" "}
        {isBetterAuth ? "sessions and verifications" : "sessions, verification tokens and slots"} that have
        expired, 500 rows at a time.
      </p>
      {!isWritable && <p class="soft">To sweep here, start the studio with --write.</p>}
      {removed !== undefined && <Progress label="Rows removed" done={removed} />}
      {isWritable && (
        <p class="studio-actions">
          <Button busy={removed !== undefined} onClick={sweep}>
            Sweep
          </Button>
          {removed !== undefined && <Button onClick={stop.ask}>Stop</Button>}
        </p>
      )}
    </Card>
  )
}
