import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { DeleteDialog } from "./delete-dialog.tsx"
import type { UserList } from "./route.ts"
import type { Studio } from "./studio.ts"
import { resumeUser, signOutEverywhere, suspendUser, type UserAction } from "./user-actions.ts"

type UserButtonsProps = {
  readonly id: string
  readonly details: UserDetails
  readonly studio: Studio
  readonly list: UserList
  readonly onAsk: (action: UserAction) => void
}

/** The actions on the whole user. */
export function UserButtons({ id, details, studio, list, onAsk }: UserButtonsProps): VNode {
  const [isDeleting, setDeleting] = useState(false)
  const { canSuspend } = studio.overview
  return (
    <section aria-label="Actions" class="studio-actions">
      <Button onClick={() => onAsk(signOutEverywhere(details))}>Sign out everywhere …</Button>
      {details.isSuspended ? (
        <Button onClick={() => onAsk(resumeUser(details))}>Resume …</Button>
      ) : (
        <Button disabled={!canSuspend} onClick={() => onAsk(suspendUser(details))}>
          Suspend …
        </Button>
      )}
      <Button variant="danger" onClick={() => setDeleting(true)}>
        Delete …
      </Button>
      {!canSuspend && (
        <p class="soft">
          To suspend users, declare <code>suspendedAt: date()</code> among the fields of users, and migrate.
        </p>
      )}
      <DeleteDialog
        open={isDeleting}
        id={id}
        details={details}
        studio={studio}
        list={list}
        onClose={() => setDeleting(false)}
      />
    </section>
  )
}
