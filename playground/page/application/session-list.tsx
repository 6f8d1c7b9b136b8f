import type { VNode } from "preact"
import { cellText, plural } from "../format.ts"
import { pickUserRows } from "../live/pick-user-rows.ts"
import { usePlayground } from "../playground-context.ts"

/** The sessions of a user, read from the live table. */
export function SessionList({ userId }: { readonly userId: string }): VNode {
  const { state } = usePlayground()
  const sessions = pickUserRows(state, "session", userId)
  return (
    <div>
      <p>{plural(sessions.length, "session")} of this user:</p>
      <ul class="session-list soft">
        {sessions.map(({ id, values }) => (
          <li key={id}>until {cellText(values["expires"] ?? values["expiresAt"] ?? null)}</li>
        ))}
      </ul>
    </div>
  )
}
