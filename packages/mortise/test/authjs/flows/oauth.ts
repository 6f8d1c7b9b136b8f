import { expect } from "vitest"
import { DAY } from "../harness/clock.ts"
import type { Flow } from "../harness/flow.ts"

/** Sign-in with an identity provider: the first one, later ones, and with incomplete profiles. */
export function oauthFlows(flow: Flow): void {
  flow("oauth: first sign-in", async ({ client, rows, clock }) => {
    expect((await client.signInWith("acme", "ada")).path).toBe("/")

    const [user] = await rows("user")
    expect(await rows("user")).toEqual([
      {
        id: expect.any(String),
        name: "Ada Lovelace",
        email: "ada@example.com",
        emailVerified: null,
        image: "https://img.example/ada.png",
      },
    ])
    expect(await rows("account")).toEqual([
      {
        userId: user?.id,
        type: "oidc",
        provider: "acme",
        providerAccountId: "ada",
        access_token: expect.any(String),
        id_token: expect.any(String),
        token_type: "bearer",
        scope: "openid profile email",
        expires_at: Math.floor(clock.now() / 1000) + 3600,
      },
    ])
    expect(await rows("session")).toEqual([
      { sessionToken: client.token(), userId: user?.id, expires: clock.in(30 * DAY) },
    ])
  })

  flow("oauth: second sign-in, signed out", async ({ client, rows, watch, clock }) => {
    await client.signInWith("acme", "ada")
    const [users, accounts] = [await rows("user"), await rows("account")]
    await client.signOut()
    clock.travel(DAY)
    watch()
    expect((await client.signInWith("acme", "ada")).path).toBe("/")

    expect(await rows("user")).toEqual(users)
    expect(await rows("account"), "the client never refreshes the tokens").toEqual(accounts)
    expect(await rows("session")).toEqual([
      { sessionToken: client.token(), userId: users[0]?.id, expires: clock.in(30 * DAY) },
    ])
  })

  flow("oauth: second sign-in, signed in", async ({ client, rows, watch }) => {
    await client.signInWith("acme", "ada")
    const before = [await rows("user"), await rows("account"), await rows("session")]
    watch()
    expect((await client.signInWith("acme", "ada")).path).toBe("/")

    expect([await rows("user"), await rows("account"), await rows("session")]).toEqual(before)
  })

  flow("oauth: users without an email", async ({ client, openClient, rows }) => {
    expect((await client.signInWith("acme", "nemo")).path).toBe("/")
    expect((await openClient().signInWith("acme", "outis")).path).toBe("/")

    const users = await rows("user")
    expect(users.map((user) => user.name).sort()).toEqual(["Nemo", "Outis"])
    expect(users.map((user) => user.email)).toEqual([null, null])
    expect(await rows("session")).toHaveLength(2)
  })

  flow("oauth: a number as account id", async ({ client, openClient, rows, calls }) => {
    expect((await client.signInWith("numbers", "seven")).path).toBe("/")
    expect((await openClient().signInWith("numbers", "seven")).path).toBe("/")

    const [user, ...others] = await rows("user")
    expect(others).toEqual([])
    expect(calls[0]?.args).toEqual([{ provider: "numbers", providerAccountId: 7 }])
    expect(await rows("account")).toMatchObject([
      { provider: "numbers", providerAccountId: "7", type: "oauth", userId: user?.id },
    ])
    expect(await rows("session")).toMatchObject([{ userId: user?.id }, { userId: user?.id }])
  })

  flow(
    "oauth: one new user in two tabs at once",
    async ({ client, openClient, rows, meetAt, takeErrors }) => {
      meetAt("createUser")
      const tabs = [client, openClient()]
      const pages = await Promise.all(tabs.map((tab) => tab.signInWith("acme", "ada")))

      expect(pages.map((page) => page.path).sort()).toEqual(["/", "/auth/error?error=Configuration"])
      expect(takeErrors()).toEqual(["AdapterError", "AdapterError"])
      expect(await rows("user")).toHaveLength(1)
      expect(await rows("account")).toHaveLength(1)
      expect(await rows("session")).toHaveLength(1)
    },
    { order: "any" },
  )
}
