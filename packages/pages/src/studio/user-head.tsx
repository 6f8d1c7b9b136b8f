import type { VNode } from "preact"
import type { UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { Badge } from "../badge.tsx"
import { Card } from "../card.tsx"
import { Avatar } from "./avatar.tsx"
import { formatUserTitle } from "./person.tsx"
import type { UserList } from "./route.ts"
import { describeSuspension, type Studio } from "./studio.ts"
import type { UserAction } from "./user-actions.ts"
import { UserButtons } from "./user-buttons.tsx"
import { shortText, Value } from "./value.tsx"

type UserHeadProps = {
  readonly id: string
  readonly details: UserDetails
  readonly studio: Studio
  readonly list: UserList
  readonly onAsk: (action: UserAction) => void
}

/** Who the user is, what can be done, and all fields. */
export function UserHead({ id, details, studio, list, onAsk }: UserHeadProps): VNode {
  const { user, isSuspended, tokens } = details
  const { name, email, emailVerified } = user
  const waiting = tokens && { "verification tokens": "value" in tokens ? tokens.value : null }
  return (
    <>
      <div class="studio-person">
        <Avatar name={String(name || email || id)} />
        <div class="studio-person-text">
          <h2>{formatUserTitle(details)}</h2>
          <p>
            {name && email !== null && <span class="soft">{shortText(String(name), 80)} </span>}
            {isSuspended && <Badge tone="bad">{describeSuspension(studio)}</Badge>}{" "}
            {email !== null && (
              <Badge tone={emailVerified ? "good" : "neutral"}>
                {emailVerified ? "email verified" : "email not verified"}
              </Badge>
            )}
          </p>
        </div>
        {studio.overview.isWritable && (
          <UserButtons id={id} details={details} studio={studio} list={list} onAsk={onAsk} />
        )}
      </div>
      <Card title="Fields">
        <dl class="studio-fields">
          {Object.entries({ ...user, ...waiting }).map(([field, value]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <Value name={field} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}
