import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import type { Case } from "../case.ts"

/** Some stores omit empty fields, so `undefined` is a case of its own. */
const labelOf = (verified: boolean | undefined): string =>
  verified === undefined ? "never verified" : verified ? "verified" : "not verified"

/** When the address of a profile may be stored, and when it may link an account. */
export function oauthAddressCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  it(
    "an address that the provider has not verified is not stored: it may belong to another user",
    [],
    async () => {
      const app = await openOAuthApp(open, identity())
      await app.signInWith("sloppy", "ada")
      expect(await app.rows("user")).toMatchObject([{ name: "Ada Lovelace", email: null }])
      const { user } = await app.signIn("ada@example.com")
      expect(await app.rows("user")).toHaveLength(2)
      expect(user).toMatchObject({ email: "ada@example.com", name: null })
    },
  )

  for (const [provider, verified, linked] of [
    ["acme", true, false],
    ["acme", false, false],
    ["sloppy", true, false],
    ["trusting", false, false],
    ["trusting", undefined, false],
    ["gullible", true, false],
    ["trusting", true, true],
  ] as const)
    it(
      `SEC-C4, GHSA-g38m-r43w-p2q7, CVE-2026-15611: provider ${provider}, address ${labelOf(verified)} here: the account is ${linked ? "linked" : "not linked"}`,
      [],
      async () => {
        const app = await openOAuthApp(open, identity())
        const emailVerified = verified ? app.clock.in(0) : null
        const proof = verified === undefined ? {} : { emailVerified }
        await app.store.createUser?.({ email: "ada@example.com", ...proof } as never)
        const [holder] = await app.rows("user")
        const { answer } = await app.signInWith(provider, "ada")
        const expected =
          provider === "sloppy" || provider === "gullible"
            ? { ok: true, isNewUser: true }
            : { ok: false, reason: "email_taken" }
        expect(answer).toMatchObject(linked ? { ok: true, isNewUser: false } : expected)
        const owners = (await app.rows("account")).map((row) => row["userId"])
        expect(owners.includes(holder?.["id"])).toBe(linked)
      },
    )
}
