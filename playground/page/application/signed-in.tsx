import type { VNode } from "preact"
import { Badge } from "../../../packages/pages/src/badge.tsx"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { usePlayground } from "../playground-context.ts"
import { Remark } from "../remark.tsx"
import { callApplication } from "./call-application.ts"
import { DeleteUser } from "./delete-user.tsx"
import { runPasskey } from "./passkey.ts"
import { SessionList } from "./session-list.tsx"
import { useAction } from "./use-action.ts"
import type { Session, SessionUser } from "./use-session.ts"

type SignedInProps = { readonly user: SessionUser; readonly session: Session }

/** What a signed-in visitor sees and can do. */
export function SignedIn({ user, session }: SignedInProps): VNode {
  const { state, show } = usePlayground()
  const { busy, problem, run } = useAction<"passkey" | "sign-out">()
  const { auth } = state

  const addPasskey = async () => {
    if (await run("passkey", () => runPasskey(auth, "register", user.email ?? "")))
      show("The passkey was added.")
  }
  const signOut = () =>
    session.leave(async () => {
      if (await run("sign-out", () => callApplication(auth, "sign-out", {}))) show("You are signed out.")
    })

  return (
    <Card title="Signed in" aside={<Badge tone="good">session active</Badge>}>
      <p class="person">
        <strong>{user.email ?? user.name ?? "without an email"}</strong>
        {user.name && user.email && <span class="soft">{user.name}</span>}
      </p>
      <SessionList userId={user.id} />
      <div class="stack">
        <Button size="wide" onClick={() => session.refresh()}>
          Load the session again
        </Button>
        {auth !== "better-auth" && (
          <Button size="wide" busy={busy === "passkey"} onClick={addPasskey}>
            Add a passkey
          </Button>
        )}
        <Button size="wide" variant="primary" busy={busy === "sign-out"} onClick={signOut}>
          Sign out
        </Button>
        <DeleteUser user={user} session={session} />
      </div>
      {problem !== undefined && <Remark tone="bad">{problem}</Remark>}
    </Card>
  )
}
