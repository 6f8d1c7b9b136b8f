import { expect } from "vitest"
import { DAY } from "../harness/clock.ts"
import type { Flow } from "../harness/flow.ts"

const refused = "/auth/signin?error=OAuthAccountNotLinked"

/** Which accounts can be linked to which users. */
export function linkingFlows(flow: Flow): void {
  flow("linking: another account while signed in", async ({ client, rows, signedIn }) => {
    const { user, session } = await signedIn("ada@example.com")
    expect((await client.signInWith("acme", "grace")).path).toBe("/")

    expect(await rows("account")).toMatchObject([
      { provider: "acme", providerAccountId: "grace", userId: user.id },
    ])
    expect(await rows("user"), "the provider's profile changes nothing").toEqual([user])
    expect(await rows("session")).toEqual([session])
    expect(client.token()).toBe(session.sessionToken)
  })

  flow("linking: by email at a trusted provider", async ({ client, rows, store }) => {
    const user = await store.createUser({ id: "u1", email: "ada@example.com", emailVerified: null })
    expect((await client.signInWith("trusted", "ada")).path).toBe("/")

    expect(await rows("user")).toEqual([user])
    expect(await rows("account")).toMatchObject([
      { provider: "trusted", providerAccountId: "ada", userId: "u1" },
    ])
    expect(await rows("session")).toMatchObject([{ sessionToken: client.token(), userId: "u1" }])
  })

  flow("linking: refused, the account belongs to another user", async (app) => {
    const { client, openClient, rows, watch, signedIn, takeErrors } = app
    await openClient().signInWith("acme", "grace")
    const { session } = await signedIn("ada@example.com")
    const before = await rows("account")
    watch()
    expect((await client.signInWith("acme", "grace")).path).toBe(refused)

    expect(takeErrors()).toEqual(["OAuthAccountNotLinked"])
    expect(await rows("account")).toEqual(before)
    expect(client.token(), "still signed in as before").toBe(session.sessionToken)
  })

  flow("linking: refused, the email is taken", async ({ client, rows, store, takeErrors }) => {
    const user = await store.createUser({ id: "u1", email: "ada@example.com", emailVerified: null })
    expect((await client.signInWith("acme", "ada")).path).toBe(refused)

    expect(takeErrors()).toEqual(["OAuthAccountNotLinked"])
    expect(await rows("user")).toEqual([user])
    expect(await rows("account")).toEqual([])
    expect(await rows("session")).toEqual([])
  })

  // The client does not check `expires` when it links, so the adapter must not return an expired session.
  flow("linking: no account is linked with an expired session", async ({ client, rows, clock, signedIn }) => {
    const { user } = await signedIn("ada@example.com")
    clock.travel(30 * DAY + 1)
    expect((await client.signInWith("acme", "grace")).path).toBe("/")

    const grace = (await rows("user")).find((row) => row.id !== user.id)
    expect(grace).toMatchObject({ email: "grace@example.com" })
    expect(await rows("account")).toMatchObject([{ providerAccountId: "grace", userId: grace?.id }])
    expect(await rows("session")).toMatchObject([{ sessionToken: client.token(), userId: grace?.id }])
  })

  flow("linking: no passkey is added with an expired session", async ({ client, rows, clock, signedIn }) => {
    await signedIn("ada@example.com")
    clock.travel(30 * DAY + 1)
    const page = await client.visit("/auth/webauthn-options/passkey?action=register")

    expect(page.status).toBe(400)
    expect(page.text).not.toContain("ada@example.com")
    expect(await rows("session")).toEqual([])
  })
}
