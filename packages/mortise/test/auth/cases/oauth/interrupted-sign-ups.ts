import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** First sign-ins that run concurrently or fail halfway. */
export function interruptedSignUpCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  for (const [what, operation] of [
    ["two concurrent first sign-ins resolve to one user", /createUser|signUp/],
    ["a first sign-in succeeds if another one creates the user during its lookup", /getUserByEmail/],
  ] as const)
    it(`SEC-C8, SEC-B2: ${what}`, [], async () => {
      const app = await openOAuthApp(open, identity())
      const [first, second] = [await app.visitProvider("acme", "ada"), await app.visitProvider("acme", "ada")]
      const answers: { readonly ok: boolean }[] = []
      app.disturb(async (name, run) => {
        if (!operation.test(name)) return run()
        app.disturb()
        answers.push(await app.auth.oauth.callback(second.callback))
        return run()
      })
      answers.push(await app.auth.oauth.callback(first.callback))
      expect(answers.map(({ ok }) => ok)).toEqual([true, true])
      expect(await app.rows("user")).toHaveLength(1)
      expect(await app.rows("account")).toHaveLength(1)
    })

  for (const failing of ["signUp", "createUser", "linkAccount", "createSession"])
    for (const applied of [false, true])
      it(
        `SEC-C8: a crash at ${failing}, ${applied ? "after" : "before"} its effect, does not lock the user out`,
        [],
        async () => {
          const app = await openOAuthApp(open, identity())
          app.disturb(async (name, run) => {
            if (name !== failing) return run()
            if (applied) await run()
            throw outage()
          })
          await app.signInWith("acme", "ada").catch(() => {})
          app.disturb()
          const again = await app.signInWith("acme", "ada")
          // A store that makes its own ids cannot tell who created the user: the mailbox proves it.
          if (failing === "createUser" && applied && !again.answer.ok) {
            expect(again.answer).toMatchObject({ reason: "email_taken" })
            const { browser } = await app.signIn("ada@example.com")
            await app.signInWith("acme", "ada", browser, true)
          }
          expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true })
          expect(await app.rows("user")).toHaveLength(1)
          expect(await app.rows("account")).toHaveLength(1)
        },
      )

  it("SEC-C8, SEC-B2: two concurrent first sign-ins both succeed", ["atomicSignUp"], async () => {
    const app = await openOAuthApp(open, identity())
    const flows = [await app.visitProvider("acme", "ada"), await app.visitProvider("acme", "ada")]
    const answers = await app.callAtOnce(
      flows.map(
        ({ callback }) =>
          () =>
            app.auth.oauth.callback(callback),
      ),
    )
    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(await app.rows("user")).toHaveLength(1)
  })

  it("SEC-C8: a first sign-in succeeds when the store's response is lost", [], async () => {
    const app = await openOAuthApp(open, identity())
    app.disturb(async (name, run) => {
      const result = await run()
      if (name === "signUp" || name === "linkAccount") throw outage()
      return result
    })
    expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true, action: "signed_in" })
    expect(await app.rows("user")).toHaveLength(1)
  })

  it(
    "SEC-C4, SEC-C8: an unfinished user who has proved the address since is not linked to the account",
    [],
    async () => {
      const app = await openOAuthApp(open, identity())
      app.disturb((name, run) => {
        if (/linkAccount|signUp/.test(name)) throw outage()
        return run()
      })
      await app.signInWith("acme", "ada").catch(() => {})
      app.disturb()
      await app.signIn("ada@example.com")
      expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: false, reason: "email_taken" })
      expect(await app.rows("account")).toEqual([])
    },
  )

  it("SEC-C8: a second crash during the repair does not lock the user out", [], async () => {
    const app = await openOAuthApp(open, identity())
    for (const _ of [1, 2]) {
      app.disturb((name, run) => {
        if (/linkAccount|signUp/.test(name)) throw outage()
        return run()
      })
      await expect(app.signInWith("acme", "ada")).rejects.toThrow()
    }
    app.disturb()
    expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true })
    expect(await app.rows("user")).toHaveLength(1)
  })

  it("SEC-C8: the unfinished user of one account is not given to another account", [], async () => {
    const app = await openOAuthApp(open, identity())
    app.disturb((name, run) => {
      if (/linkAccount|signUp/.test(name)) throw outage()
      return run()
    })
    await app.signInWith("acme", "ada").catch(() => {})
    app.disturb()
    const orphans = await app.rows("user")
    const { answer } = await app.signInWith("other", "twin")
    expect(answer).toMatchObject(orphans.length === 1 ? { ok: false, reason: "email_taken" } : { ok: true })
  })
}
