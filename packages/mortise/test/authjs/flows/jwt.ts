import { expect } from "vitest"
import type { App } from "../harness/app.ts"
import type { Flow } from "../harness/flow.ts"

/** Sessions in a signed cookie: users and accounts are stored, but sessions are not. */
export function jwtFlows(flow: Flow): void {
  const jwt = (body: (app: App) => Promise<void>) => async (app: App) => {
    app.configure({ session: { strategy: "jwt" } })
    await body(app)
    expect(await app.rows("session")).toEqual([])
  }

  flow(
    "jwt: magic link",
    jwt(async ({ client, mail, rows, watch, clock }) => {
      await client.requestLink("ada@example.com")
      watch()
      await client.visit(mail.linkFor("ada@example.com"))

      expect(await client.session()).toMatchObject({ user: { email: "ada@example.com" } })
      expect(await rows("user")).toMatchObject([{ email: "ada@example.com", emailVerified: clock.in(0) }])
      expect(await rows("verificationToken")).toEqual([])
    }),
  )

  flow(
    "jwt: first sign-in",
    jwt(async ({ client, rows }) => {
      await client.signInWith("acme", "ada")

      expect(await client.session()).toMatchObject({
        user: { name: "Ada Lovelace", email: "ada@example.com" },
      })
      const [user] = await rows("user")
      expect(user).toMatchObject({ email: "ada@example.com" })
      expect(await rows("account")).toMatchObject([{ providerAccountId: "ada", userId: user?.id }])
    }),
  )

  flow(
    "jwt: second sign-in, signed in",
    jwt(async ({ client, rows, watch }) => {
      await client.signInWith("acme", "ada")
      const before = [await rows("user"), await rows("account")]
      watch()
      expect((await client.signInWith("acme", "ada")).path).toBe("/")

      expect([await rows("user"), await rows("account")]).toEqual(before)
    }),
  )

  flow(
    "jwt: another account while signed in",
    jwt(async ({ client, rows, watch }) => {
      await client.signInWith("acme", "ada")
      const [user] = await rows("user")
      watch()
      expect((await client.signInWith("acme", "grace")).path).toBe("/")

      expect(await rows("user")).toEqual([user])
      const accounts = (await rows("account")).map((row) => [row.providerAccountId, row.userId])
      expect(accounts.sort()).toEqual([
        ["ada", user?.id],
        ["grace", user?.id],
      ])
    }),
  )

  flow(
    "jwt: session read, then signed out",
    jwt(async ({ client, watch }) => {
      await client.signInWith("acme", "ada")
      watch()
      expect(await client.session()).toMatchObject({ user: { email: "ada@example.com" } })
      await client.signOut()

      expect(client.token()).toBeUndefined()
      expect(await client.session()).toBeNull()
    }),
  )
}
