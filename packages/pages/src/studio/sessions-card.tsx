import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Part, SessionPage, VisibleSession } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { CopyButton } from "../copy-button.tsx"
import type { Column } from "../data-table.tsx"
import { act, readApi, toErrorMessage } from "./api-client.ts"
import { focusHeading } from "./focus.ts"
import { MissingPart } from "./owned-rows.tsx"
import { formatCount } from "./plural.ts"
import { RowsCard } from "./rows-card.tsx"
import type { Studio } from "./studio.ts"
import { Time } from "./time.tsx"
import { type Pages, usePages } from "./use-pages.ts"

export type Sessions = Pages<VisibleSession, undefined>

/** The live sessions of a user, page by page. A new version loads them again. */
export const useSessions = (id: string, version: number): Sessions =>
  usePages(async (after) => {
    const query = { id, ...(after !== null && { after }) }
    const { sessions, next } = await readApi<SessionPage>("sessions", query)
    return { rows: sessions, next, info: undefined }
  }, `${version} ${id}`)

type SessionsCardProps = {
  readonly id: string
  /** The number of live sessions. */
  readonly part: Part<number>
  readonly pages: Sessions
  readonly studio: Studio
  readonly onRevoked: () => void
}

export function SessionsCard({ id, part, pages, studio, onRevoked }: SessionsCardProps): VNode {
  const [busy, setBusy] = useState<readonly string[]>([])
  const [revoked, setRevoked] = useState<readonly string[]>([])
  const { rows, isLoading, problem, loadMore } = pages
  const revoke = async ({ handle }: VisibleSession, button: HTMLElement) => {
    setBusy((before) => [...before, handle])
    try {
      await act("revoke-session", { userId: id, handle })
      focusNeighbour(button)
      setRevoked((before) => [...before, handle])
      studio.notify("The session is revoked.")
    } catch (failure) {
      studio.notify(toErrorMessage(failure), "bad")
    }
    setBusy((before) => before.filter((busyHandle) => busyHandle !== handle))
    onRevoked()
  }
  if ("problem" in part) return <MissingPart title="Live sessions" part={part} />
  const live = rows.filter(({ handle }) => !revoked.includes(handle))
  return (
    <RowsCard
      title="Live sessions"
      aside={describeAside(live.length, part.value, isLoading)}
      what="session"
      rows={live}
      lead={buildLeadColumns(live)}
      action={studio.overview.isWritable ? "Revoke" : undefined}
      onAction={revoke}
      busy={busy}
      empty={emptyText(isLoading, problem !== undefined)}
    >
      {!studio.overview.isBetterAuth && (
        <p class="soft studio-note">Sessions that are tokens are not stored, and cannot be listed.</p>
      )}
      {loadMore && !problem && (
        <p>
          <Button busy={isLoading} onClick={loadMore}>
            Load more sessions
          </Button>
        </p>
      )}
    </RowsCard>
  )
}

function emptyText(isLoading: boolean, isFailed: boolean): string {
  if (isLoading) return "Loading sessions"
  return isFailed ? "Not loaded." : "No live session: the user is signed out everywhere."
}

function describeAside(shown: number, all: number, isLoading: boolean): string {
  if (isLoading && shown === 0) return "Loading"
  if (all === 0) return ""
  return shown < all ? `${shown} of ${formatCount(all, "session")}` : formatCount(all, "session")
}

/** The focus must not be lost with the button of a row that is gone. */
function focusNeighbour(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const row = button.closest("tr")
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>("td:last-child button")
  if (next) next.focus()
  else focusHeading(button.closest("section.card"))
}

const buildLeadColumns = (rows: readonly VisibleSession[]): Column<VisibleSession>[] => [
  {
    key: "session",
    label: "session",
    cell: ({ handle }) => (
      <span class="studio-value">
        <code>{handle.slice(0, 6)}</code>
        <CopyButton compact text={handle} what={`the handle ${handle.slice(0, 6)}`} />
      </span>
    ),
  },
  // Neither Auth.js nor all tokens have it.
  ...(rows.some(({ signedIn }) => signedIn !== null)
    ? [
        {
          key: "signedIn",
          label: "signed in",
          cell: ({ signedIn }: VisibleSession) =>
            signedIn === null ? <span class="soft">unknown</span> : <Time iso={signedIn} show="distance" />,
        },
      ]
    : []),
]
