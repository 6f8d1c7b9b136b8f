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
  const { overview } = studio
  const { canSuspend, isBetterAuth } = overview
  return (
    <section aria-label="Actions" class="studio-actions">
      <Button onClick={() => onAsk(signOutEverywhere(details, overview))}>Sign out everywhere …</Button>
      {details.isSuspended ? (
        <Button onClick={() => onAsk(resumeUser(details, overview))}>Resume …</Button>
      ) : (
        <Button disabled={!canSuspend} onClick={() => onAsk(suspendUser(details, overview))}>
          Suspend …
        </Button>
      )}
      <Button variant="danger" onClick={() => setDeleting(true)}>
        Delete …
      </Button>
      {!canSuspend && (
        <p class="soft">
          {isBetterAuth ? (
            <>
              To suspend users, add the plugin <code>admin()</code> to Better Auth, and migrate.
            </>
          ) : (
            <>
              To suspend users, declare <code>suspendedAt: date()</code> among the fields of users, and
              migrate.
            </>
          )}
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
