import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Dialog } from "../../../packages/pages/src/dialog.tsx"
import { plural } from "../format.ts"
import { pickUserRows } from "../live/pick-user-rows.ts"
import { usePlayground } from "../playground-context.ts"
import { Remark } from "../remark.tsx"
import { callApplication } from "./call-application.ts"
import { useAction } from "./use-action.ts"
import type { Session, SessionUser } from "./use-session.ts"

type DeleteUserProps = { readonly user: SessionUser; readonly session: Session }

const owned = [
  { model: "session", noun: "session" },
  { model: "account", noun: "account" },
  { model: "authenticator", noun: "passkey" },
] as const

/** Deletes the signed-in user, after a question that lists what is deleted with the user. */
export function DeleteUser({ user, session }: DeleteUserProps): VNode {
  const { state, show } = usePlayground()
  const [isAsking, setAsking] = useState(false)
  const { busy, problem, run } = useAction<"delete">()
  const counts = owned.map(({ model, noun }) => plural(pickUserRows(state, model, user.id).length, noun))
  const deleteUser = async () => {
    setAsking(false)
    await session.leave(async () => {
      if (await run("delete", () => callApplication(state.auth, "delete-user", {})))
        show("The user was deleted.")
    })
  }
  return (
    <>
      <Button variant="danger" size="wide" busy={busy === "delete"} onClick={() => setAsking(true)}>
        Delete this user …
      </Button>
      {problem !== undefined && <Remark tone="bad">{problem}</Remark>}
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
