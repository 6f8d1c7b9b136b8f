import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import { Field } from "../../../packages/pages/src/field.tsx"
import type { PasskeyAction } from "../../protocol.ts"
import { usePlayground } from "../playground-context.ts"
import { Remark } from "../remark.tsx"
import { callApplication } from "./call-application.ts"
import { runPasskey } from "./passkey.ts"
import { useAction } from "./use-action.ts"

/** The sign-in form: a mailed link, the OpenID provider, or a passkey. */
export function SignIn({ refresh }: { readonly refresh: () => Promise<void> }): VNode {
  const { state, show } = usePlayground()
  const [email, setEmail] = useState("ada@example.com")
  const { busy, problem, run } = useAction<"email" | "openid" | PasskeyAction>()
  const { auth } = state

  const mailLink = async (event: Event) => {
    event.preventDefault()
    if (await run("email", () => callApplication(auth, "email", { email })))
      show("The link is in the inbox below.")
  }
  const openProvider = () =>
    run("openid", async () => {
      const started = await callApplication(auth, "openid", {})
      if (started.ok) location.assign(started.url)
      return started
    })
  const passkey = async (action: PasskeyAction) => {
    if (await run(action, () => runPasskey(auth, action, email))) await refresh()
  }

  return (
    <Card title="Sign in">
      <form class="stack" onSubmit={mailLink}>
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          value={email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="wide" busy={busy === "email"}>
          Email me a link
        </Button>
      </form>
      {auth === "better-auth" ? (
        <p class="soft">In this playground, Better Auth has only its magic-link plugin.</p>
      ) : (
        <div class="stack">
          <Button size="wide" busy={busy === "openid"} onClick={openProvider}>
            Continue with Acme (OpenID)
          </Button>
          <Button size="wide" busy={busy === "authenticate"} onClick={() => passkey("authenticate")}>
            Sign in with a passkey
          </Button>
          <Button size="wide" variant="quiet" busy={busy === "register"} onClick={() => passkey("register")}>
            Create a passkey
          </Button>
        </div>
      )}
      {problem !== undefined && <Remark tone="bad">{problem}</Remark>}
    </Card>
  )
}
