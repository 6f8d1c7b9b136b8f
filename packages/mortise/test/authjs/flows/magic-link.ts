import { createHash } from "node:crypto"
import { expect } from "vitest"
import { secret } from "../harness/app.ts"
import { DAY } from "../harness/clock.ts"
import type { Flow } from "../harness/flow.ts"

const email = "ada@example.com"
const refused = "/auth/error?error=Verification"
const tokenIn = (link: string) => new URL(link).searchParams.get("token")
const withParam = (link: string, name: string, value: string) => {
  const url = new URL(link)
  url.searchParams.set(name, value)
  return url.href
}

/** Sign-in by email link: who can use a link, and how often. */
export function magicLinkFlows(flow: Flow): void {
  flow("magic link: requested", async ({ client, mail, rows, clock }) => {
    const page = await client.requestLink(" Ada@Example.com ")

    expect(page.path).toBe("/auth/verify-request?provider=nodemailer&type=email")
    expect(mail.recipients()).toEqual([email])
    const token = createHash("sha256")
      .update(`${tokenIn(mail.linkFor(email))}${secret}`)
      .digest("hex")
    expect(await rows("verificationToken")).toEqual([{ identifier: email, token, expires: clock.in(DAY) }])
    expect(await rows("user")).toEqual([])
  })

  flow("magic link: followed by a new user", async ({ client, mail, rows, watch, clock }) => {
    await client.requestLink(email)
    watch()
    const page = await client.visit(mail.linkFor(email))

    expect(page.path).toBe("/")
    const [user] = await rows("user")
    expect(user).toEqual({
      id: expect.any(String),
      email,
      emailVerified: clock.in(0),
      name: null,
      image: null,
    })
    expect(await rows("session")).toEqual([
      { sessionToken: client.token(), userId: user?.id, expires: clock.in(30 * DAY) },
    ])
    expect(await rows("verificationToken")).toEqual([])
    expect(await rows("account"), "an email account is never stored").toEqual([])
  })

  flow("magic link: followed by an existing user", async ({ client, mail, rows, watch, store, clock }) => {
    const known = await store.createUser({ id: "u1", email, emailVerified: clock.in(-DAY), name: "Ada" })
    await client.requestLink(email)
    watch()
    await client.visit(mail.linkFor(email))

    // The client overwrites the date at each sign-in by email.
    expect(await rows("user")).toEqual([{ ...known, emailVerified: clock.in(0) }])
    expect(await rows("session")).toMatchObject([{ sessionToken: client.token(), userId: "u1" }])
  })

  flow("magic link: followed while already signed in", async ({ client, mail, rows, watch, signedIn }) => {
    const { user, session } = await signedIn(email)
    await client.requestLink(email)
    watch()
    await client.visit(mail.linkFor(email))

    const tokens = (await rows("session")).map((row) => row.sessionToken)
    expect(tokens.sort()).toEqual([session.sessionToken, client.token()].sort())
    expect((await rows("user")).map((row) => row.id)).toEqual([user.id])
  })

  flow("magic link: followed while signed in as another user", async (app) => {
    const { client, mail, rows, watch, store, signedIn } = app
    await store.createUser({ id: "u1", email, emailVerified: null })
    await signedIn("grace@example.com")
    await client.requestLink(email)
    watch()
    await client.visit(mail.linkFor(email))

    expect(await rows("session")).toMatchObject([{ sessionToken: client.token(), userId: "u1" }])
    expect(await rows("user")).toHaveLength(2)
  })

  flow("magic link: requested twice, followed once", async ({ client, mail, rows, watch }) => {
    await client.requestLink(email)
    const first = mail.linkFor(email)
    await client.requestLink(email)
    watch()
    expect((await client.visit(first)).path).toBe("/")

    expect(await rows("verificationToken"), "the second link is still valid").toHaveLength(1)
  })

  flow("magic link: followed at the last moment", async ({ client, mail, rows, watch, clock }) => {
    await client.requestLink(email)
    watch()
    clock.travel(DAY)
    expect((await client.visit(mail.linkFor(email))).path).toBe("/")

    expect(await rows("session")).toHaveLength(1)
  })

  flow("magic link: expired", async ({ client, mail, rows, watch, clock, takeErrors }) => {
    await client.requestLink(email)
    watch()
    clock.travel(DAY + 1)
    expect((await client.visit(mail.linkFor(email))).path).toBe(refused)

    expect(takeErrors()).toEqual(["Verification"])
    expect(await rows("verificationToken"), "the token is deleted anyway").toEqual([])
    expect(await rows("user")).toEqual([])
  })

  flow("magic link: replayed", async ({ client, openClient, mail, rows, watch, takeErrors }) => {
    await client.requestLink(email)
    await client.visit(mail.linkFor(email))
    const before = await rows("session")
    watch()
    const thief = openClient()
    expect((await thief.visit(mail.linkFor(email))).path).toBe(refused)

    expect(takeErrors()).toEqual(["Verification"])
    expect(thief.token()).toBeUndefined()
    expect(await rows("session")).toEqual(before)
  })

  flow(
    "magic link: followed twice at once",
    async ({ client, openClient, mail, rows, watch, meetAt, takeErrors }) => {
      await client.requestLink(email)
      watch()
      meetAt("useVerificationToken")
      const link = mail.linkFor(email)
      const pages = await Promise.all([client.visit(link), openClient().visit(link)])

      expect(pages.map((page) => page.path).sort()).toEqual(["/", refused])
      expect(takeErrors()).toEqual(["Verification"])
      expect(await rows("session")).toHaveLength(1)
    },
    { order: "any" },
  )

  const tampered = {
    "magic link: with the email of another user": (link: string) =>
      withParam(link, "email", "grace@example.com"),
    "magic link: without the email": (link: string) => link.replace(/&email=[^&]*/, ""),
    "magic link: with a made-up token": (link: string) => withParam(link, "token", "made up"),
  } as const
  for (const name of Object.keys(tampered) as (keyof typeof tampered)[]) {
    flow(name, async ({ client, mail, rows, calls, watch, takeErrors }) => {
      await client.requestLink(email)
      const before = await rows("verificationToken")
      watch()
      expect((await client.visit(tampered[name](mail.linkFor(email)))).path).toBe(refused)

      expect(takeErrors()).toEqual(["Verification"])
      expect(calls).toMatchObject([{ result: null }])
      expect(await rows("verificationToken"), "the real link is still valid").toEqual(before)
      expect(await rows("user")).toEqual([])
    })
  }
}
