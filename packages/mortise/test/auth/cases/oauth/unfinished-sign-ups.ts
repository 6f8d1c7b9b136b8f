import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { MINUTE } from "../../support/clock.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** Which user an unfinished sign-up may be finished for, and for how long. */
export function unfinishedSignUpCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  for (const [what, failing] of [
    ["createUser fails", "createUser"],
    ["linkAccount fails", "linkAccount"],
  ])
    it(
      `SEC-R2: a sign-up in which ${what} never gives its account a user that another sign-up created`,
      [],
      async () => {
        const app = await openOAuthApp(open, identity())
        app.disturb((name, run) => {
          if (name === failing || name === "signUp") throw outage()
          return run()
        })
        await app.signInWith("acme", "ada").catch(() => {})
        app.disturb()
        // One official adapter throws although it deletes the user.
        for (const { id } of (await app.rows("user")) as { id: string }[])
          await app.auth.users.delete(id).catch(() => {})
        expect(await app.rows("user")).toEqual([])
        const victim = await app.signInWith("other", "twin")
        expect(victim.answer).toMatchObject({ ok: true, isNewUser: true })
        expect((await app.signInWith("acme", "ada")).answer).toMatchObject({
          ok: false,
          reason: "email_taken",
        })
        expect((await app.rows("account")).map((row) => row["provider"])).toEqual(["other"])
      },
    )

  it("SEC-R2: an unfinished sign-up can be finished for ten minutes", [], async () => {
    const app = await openOAuthApp(open, identity())
    app.disturb((name, run) => {
      if (name === "linkAccount") throw outage()
      return run()
    })
    await app.signInWith("acme", "ada").catch(() => {})
    app.disturb()
    app.clock.advance(10 * MINUTE)
    const { answer } = await app.signInWith("acme", "ada")
    const accounts = await app.rows("account")
    if (app.auth.capabilities.atomicSignUp) expect(answer).toMatchObject({ ok: true })
    else expect([answer, accounts]).toMatchObject([{ ok: false, reason: "email_taken" }, []])
  })
}
