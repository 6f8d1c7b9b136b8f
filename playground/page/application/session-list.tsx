import type { VNode } from "preact"
import { cellText, plural } from "../format.ts"
import { usePlayground } from "../playground-context.ts"

/** The sessions of a user, read from the live table. */
export function SessionList({ userId }: { readonly userId: string }): VNode {
  const { state } = usePlayground()
  const sessions = ownRows(
    state.tables.find(({ model }) => model === "session"),
    userId,
  )
  return (
    <div>
      <p>{plural(sessions.length, "session")} of this user:</p>
      <ul class="session-list soft">
        {sessions.map(({ id, expires }) => (
          <li key={id}>until {expires}</li>
        ))}
      </ul>
    </div>
  )
}

type Rows = ReturnType<typeof usePlayground>["state"]["tables"][number] | undefined

/** The rows of a table that belong to a user, with their expiry as text. */
function ownRows(table: Rows, userId: string): { readonly id: string; readonly expires: string }[] {
  if (!table) return []
  const [owner, expires] = [table.columns.indexOf("userId"), table.columns.indexOf("expires")]
  return table.rows
    .filter(({ cells }) => cells[owner] === userId)
    .map(({ id, cells }) => ({ id, expires: cellText(cells[expires] ?? null) }))
}
