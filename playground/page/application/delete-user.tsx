import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../../src/pages/button.tsx"
import { Dialog } from "../../../src/pages/dialog.tsx"
import { plural } from "../format.ts"
import { usePlayground } from "../playground-context.ts"
import { callApplication } from "./call-application.ts"
import { reasonText } from "./reason-text.ts"
import type { SessionUser } from "./use-session.ts"

type DeleteUserProps = { readonly user: SessionUser; readonly refresh: () => Promise<void> }

const owned = [
  { model: "session", noun: "session" },
  { model: "account", noun: "account" },
  { model: "authenticator", noun: "passkey" },
] as const

/** Deletes the signed-in user, after a question that lists what is deleted with the user. */
export function DeleteUser({ user, refresh }: DeleteUserProps): VNode {
  const { state, show } = usePlayground()
  const [isAsking, setAsking] = useState(false)
  const counts = owned.map(({ model, noun }) => {
    const table = state.tables.find((each) => each.model === model)
    const owner = table?.columns.indexOf("userId") ?? -1
    return plural(table?.rows.filter(({ cells }) => cells[owner] === user.id).length ?? 0, noun)
  })
  const deleteUser = async () => {
    setAsking(false)
    const outcome = await callApplication(state.auth, "delete-user", {})
    if (outcome.ok) show("The user was deleted.")
    else show(reasonText(outcome.reason), "bad")
    await refresh()
  }
  return (
    <>
      <Button variant="danger" size="wide" onClick={() => setAsking(true)}>
        Delete this user …
      </Button>
      <Dialog
        open={isAsking}
        title="Delete this user?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="danger" onClick={deleteUser}>
              Delete the user
            </Button>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
          </>
        }
      >
        <p>{counts.join(", ")} are deleted with the user. This cannot be undone.</p>
      </Dialog>
    </>
  )
}
