import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { EmptyState } from "../empty-state.tsx"
import { Icon } from "../icon.tsx"
import { Skeleton } from "../skeleton.tsx"
import { readApi } from "./api-client.ts"
import { focusHeading, isFocusLost } from "./focus.ts"
import { OwnedRows } from "./owned-rows.tsx"
import { PendingDialog } from "./pending-dialog.tsx"
import { formatUserTitle } from "./person.tsx"
import { ProblemBanner } from "./problem-banner.tsx"
import { formatPath, pickConditions, type UserList } from "./route.ts"
import { type Sessions, SessionsCard, useSessions } from "./sessions-card.tsx"
import type { Studio } from "./studio.ts"
import { useAction } from "./use-action.ts"
import { type Loaded, useLoaded } from "./use-loaded.ts"
import { useTitle } from "./use-title.ts"
import { removePasskey, unlinkAccount } from "./user-actions.ts"
import { UserHead } from "./user-head.tsx"
import "./user-view.css"
import { shortText } from "./value.tsx"

type UserViewProps = { readonly id: string; readonly list: UserList; readonly studio: Studio }

/** One user with everything that belongs to it. */
export function UserView({ id, list, studio }: UserViewProps): VNode {
  const loaded = useLoaded(() => readApi<UserDetails>("user", { id }), id)
  const { value: details, problem, reload } = loaded
  // A new number makes the sessions load again.
  const [version, setVersion] = useState(0)
  const sessions = useSessions(id, version)
  const refresh = () => {
    setVersion((before) => before + 1)
    reload()
  }
  const pending = useAction(id, studio, refresh)
  useTitle(details ? formatUserTitle(details) : "User")
  // The row with the button that had the focus may be gone.
  useEffect(() => {
    if (details && isFocusLost() && pending.place()) focusHeading(pending.place())
  }, [details])
  const { isWritable } = studio.overview
  const causes = listCauses(loaded, sessions)
  const isMissing = problem?.code === "not_found"
  return (
    <>
      <p class="studio-back">
        <a href={formatPath({ view: "users", ...list, at: id })}>
          <Icon name="back" />
          {describeSource(list)}
        </a>
      </p>
      {isMissing && (
        <EmptyState title="This user does not exist">
          It has been deleted, or the address is wrong: the id is <code>{shortText(id)}</code>.
        </EmptyState>
      )}
      {causes.length > 0 && !isMissing && (
        <ProblemBanner
          title={details ? "A part of the user cannot be read" : "The user cannot be read"}
          onRetry={() => {
            reload()
            sessions.retry()
          }}
          isRetrying={loaded.isLoading || sessions.isLoading}
        >
          {causes.join(" ")}
        </ProblemBanner>
      )}
      {!details && !problem && <Skeleton label="Loading the user" lines={6} />}
      {details && (
        <>
          <UserHead id={id} details={details} studio={studio} list={list} onAsk={pending.ask} />
          <OwnedRows
            title="Accounts"
            what="account"
            part={details.accounts}
            action={isWritable ? "Unlink" : undefined}
            onAction={({ handle, fields }) =>
              pending.ask(unlinkAccount(details, handle, String(fields["provider"] ?? fields["providerId"])))
            }
            empty="No account: the user signs in by email or with a passkey."
          />
          <SessionsCard id={id} part={details.sessions} pages={sessions} studio={studio} onRevoked={reload} />
          <OwnedRows
            title="Passkeys"
            what="passkey"
            part={details.passkeys}
            action={isWritable ? "Remove" : undefined}
            onAction={({ handle }) => pending.ask(removePasskey(details, handle))}
            empty="No passkey."
          />
          {details.organizations && (
            <OwnedRows
              title="Organizations"
              what="membership"
              part={details.organizations}
              action={undefined}
              onAction={() => {}}
              empty="No organization."
            />
          )}
          <PendingDialog pending={pending} details={details} />
        </>
      )}
    </>
  )
}

function describeSource({ search, ...list }: UserList): string {
  if (search !== "") return `Users matching “${shortText(search, 40)}”`
  return Object.keys(pickConditions(list)).length === 0 ? "All users" : "The list of users"
}

/** Why the user, or a part of it, could not be read: each cause once. */
function listCauses({ value, problem }: Loaded<UserDetails>, sessions: Sessions): string[] {
  if (!value) return problem ? [problem.message] : []
  const { accounts, passkeys, sessions: count, tokens, organizations } = value
  const parts = [accounts, passkeys, count, tokens, organizations].filter((part) => part !== undefined)
  const failures = parts.flatMap((part) => ("problem" in part && part.isFailure ? [part.problem] : []))
  // Sessions that cannot be listed at all are explained in their card.
  const listed = "value" in count && sessions.problem ? [sessions.problem.message] : []
  return [...new Set([...(problem ? [problem.message] : []), ...failures, ...listed].map(visibleText))]
}
