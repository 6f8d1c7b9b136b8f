import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { Badge } from "../badge.tsx"
import { Card } from "../card.tsx"
import { EmptyState } from "../empty-state.tsx"
import { Progress } from "../progress.tsx"
import { readApi } from "./api-client.ts"
import { ConfirmDialog } from "./confirm-dialog.tsx"
import { OwnedRows } from "./owned-rows.tsx"
import { Person } from "./person.tsx"
import { pathOf } from "./route.ts"
import { SessionsCard } from "./sessions-card.tsx"
import type { Studio } from "./studio.ts"
import { shortText, textOf } from "./text-of.tsx"
import { type PendingAction, useAction } from "./use-action.ts"
import { useLoaded } from "./use-loaded.ts"
import { removePasskey, unlinkAccount } from "./user-actions.ts"
import { UserButtons } from "./user-buttons.tsx"

type UserViewProps = { readonly id: string; readonly studio: Studio }

/** One user with everything that belongs to it. */
export function UserView({ id, studio }: UserViewProps): VNode {
  const { value: details, error, reload } = useLoaded(() => readApi<UserDetails>("user", { id }), id)
  // A new number makes the sessions load again.
  const [version, setVersion] = useState(0)
  const refresh = () => {
    setVersion((before) => before + 1)
    reload()
  }
  const pending = useAction(id, studio, refresh)
  const { isWritable } = studio.overview
  return (
    <>
      <p>
        <a href={pathOf({ view: "users", search: "" })}>All users</a>
      </p>
      {error !== undefined && <EmptyState title="The user cannot be shown">{error}</EmptyState>}
      {details && (
        <>
          <UserCard details={details} />
          {isWritable && <UserButtons id={id} details={details} studio={studio} onAsk={pending.ask} />}
          <OwnedRows
            title="Accounts"
            what="account"
            part={details.accounts}
            action={isWritable ? "Unlink" : undefined}
            onAction={({ handle, fields }) =>
              pending.ask(unlinkAccount(details, handle, String(fields["provider"])))
            }
          />
          <OwnedRows
            title="Passkeys"
            what="passkey"
            part={details.passkeys}
            action={isWritable ? "Remove" : undefined}
            onAction={({ handle }) => pending.ask(removePasskey(details, handle))}
          />
          <SessionsCard key={version} id={id} part={details.sessions} studio={studio} onRevoked={reload} />
          <PendingDialog pending={pending} details={details} />
        </>
      )}
    </>
  )
}

function UserCard({ details: { user, isSuspended, tokens } }: { readonly details: UserDetails }): VNode {
  const title = shortText(String(user["email"] ?? user["name"] ?? user["id"]))
  const waiting = "value" in tokens ? tokens.value : tokens.problem
  return (
    <Card title={title} level={2} aside={isSuspended && <Badge tone="bad">suspended</Badge>}>
      <dl class="studio-fields">
        {Object.entries({ ...user, "verification tokens": waiting }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type PendingDialogProps = { readonly pending: PendingAction; readonly details: UserDetails }

function PendingDialog({ pending, details }: PendingDialogProps): VNode {
  const { asked, progress, isStopping, cancel, confirm } = pending
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={asked?.question ?? ""}
      confirm={asked?.verb ?? ""}
      busy={progress !== undefined}
      waiting={isStopping ? "Stopping after this batch" : undefined}
      onConfirm={confirm}
      onClose={cancel}
    >
      <Person details={details} />
      <p>{asked?.effect}</p>
      {progress && progress.left > 0 && (
        <Progress label="Rows" done={progress.changed} total={progress.changed + progress.left} />
      )}
    </ConfirmDialog>
  )
}
