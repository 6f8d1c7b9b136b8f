import { expect } from "vitest"
import { DAY } from "../harness/clock.ts"
import type { Flow } from "../harness/flow.ts"

const profile = { email: "ada@example.com", name: null, image: null }

/** Reading, extending and ending a session of 30 days that is extended once a day. */
export function sessionFlows(flow: Flow): void {
  flow("session: read", async ({ client, rows, clock, signedIn }) => {
    const { session } = await signedIn("ada@example.com")

    expect(await client.session()).toEqual({ user: profile, expires: session.expires.toISOString() })
    expect(await rows("session")).toEqual([session])
    expect(client.sessionCookie()).toEqual({
      value: session.sessionToken,
      attributes: {
        path: "/",
        expires: clock.in(30 * DAY).toUTCString(),
        httponly: "",
        secure: "",
        samesite: "Lax",
      },
    })
  })

  flow("session: just before updateAge", async ({ client, rows, clock, signedIn }) => {
    const { session } = await signedIn("ada@example.com")
    clock.travel(DAY - 1)
    await client.session()

    expect(await rows("session")).toEqual([session])
  })

  flow("session: extended at updateAge", async ({ client, rows, clock, signedIn }) => {
    const { session } = await signedIn("ada@example.com")
    clock.travel(DAY)

    // The response still contains the old date; the row and the cookie have the new one.
    expect(await client.session()).toMatchObject({ expires: session.expires.toISOString() })
    expect(await rows("session")).toEqual([{ ...session, expires: clock.in(30 * DAY) }])
    expect(client.sessionCookie()?.attributes.expires).toBe(clock.in(30 * DAY).toUTCString())
  })

  flow("session: expired", async ({ client, rows, clock, signedIn }) => {
    const { user } = await signedIn("ada@example.com")
    clock.travel(30 * DAY + 1)

    expect(await client.session()).toBeNull()
    expect(client.token()).toBeUndefined()
    expect(await rows("session")).toEqual([])
    expect(await rows("user")).toEqual([user])
  })

  flow("session: of a deleted user", async ({ client, rows, store, signedIn }) => {
    const { user } = await signedIn("ada@example.com")
    await store.deleteUser(user.id)

    expect(await client.session()).toBeNull()
    expect(client.token()).toBeUndefined()
    expect(await rows("session")).toEqual([])
  })

  flow("session: unknown", async ({ client }) => {
    client.holdToken("made-up")

    expect(await client.session()).toBeNull()
    expect(client.token()).toBeUndefined()
  })

  flow("session: signed out", async ({ client, rows, store, clock, signedIn }) => {
    const { user } = await signedIn("ada@example.com")
    const elsewhere = { sessionToken: "elsewhere", userId: user.id, expires: clock.in(DAY) }
    await store.createSession(elsewhere)
    expect((await client.signOut()).path).toBe("/")

    expect(client.token()).toBeUndefined()
    expect(await rows("session"), "other devices stay signed in").toEqual([elsewhere])
    expect(await rows("user")).toEqual([user])
  })

  flow("session: signed out twice", async ({ client, store, signedIn }) => {
    const { session } = await signedIn("ada@example.com")
    await store.deleteSession(session.sessionToken)
    expect((await client.signOut()).path).toBe("/")

    expect(client.token()).toBeUndefined()
  })
}
