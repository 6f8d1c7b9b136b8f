import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Part, SessionPage, VisibleRow } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { act, messageOf, readApi } from "./api-client.ts"
import { RowsCard } from "./rows-card.tsx"
import type { Studio } from "./studio.ts"
import { textOf } from "./text-of.tsx"
import { usePages } from "./use-pages.ts"

type SessionsCardProps = {
  readonly id: string
  /** The number of live sessions. */
  readonly part: Part<number>
  readonly studio: Studio
  readonly onRevoked: () => void
}

/** The live sessions of a user, page by page. */
export function SessionsCard({ id, part, studio, onRevoked }: SessionsCardProps): VNode {
  const { rows, isLoading, error, loadMore } = usePages(async (after) => {
    const { sessions, next } = await readApi<SessionPage>("sessions", {
      id,
      ...(after !== null && { after }),
    })
    return { rows: sessions, next }
  }, id)
  const [busy, setBusy] = useState<readonly string[]>([])
  const [revoked, setRevoked] = useState<readonly string[]>([])
  const revoke = async ({ handle }: VisibleRow) => {
    setBusy((before) => [...before, handle])
    try {
      await act("revoke-session", { userId: id, handle })
      setRevoked((before) => [...before, handle])
      studio.notify("The session is revoked.")
    } catch (failure) {
      studio.notify(messageOf(failure), "bad")
    }
    setBusy((before) => before.filter((each) => each !== handle))
    onRevoked()
  }
  if ("problem" in part || error !== undefined)
    return (
      <Card title="Live sessions">
        <p>{textOf("problem" in part ? part.problem : error)}</p>
      </Card>
    )
  const live = rows.filter(({ handle }) => !revoked.includes(handle))
  return (
    <RowsCard
      title="Live sessions"
      aside={isLoading ? "loading" : `${live.length} of ${part.value}`}
      what="session"
      rows={live}
      action={studio.overview.isWritable ? "Revoke" : undefined}
      onAction={revoke}
      busy={busy}
    >
      <p class="soft">Sessions that are tokens are not stored, and cannot be listed.</p>
      {loadMore && (
        <p>
          <Button busy={isLoading} onClick={loadMore}>
            Load more sessions
          </Button>
        </p>
      )}
    </RowsCard>
  )
}
