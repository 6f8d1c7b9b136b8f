import { expect } from "vitest"
import type { App } from "../harness/app.ts"
import { DAY } from "../harness/clock.ts"
import type { Flow } from "../harness/flow.ts"

const email = "ada@example.com"
/** The client logs a failure twice: where it happens and where the request ends. */
const logged = ["AdapterError", "AdapterError"]
export const errorPage = { path: "/auth/error?error=Configuration", status: 500 }

/** When the store fails, users see an error. The client never concludes that no user is signed in. */
export function outageFlows(flow: Flow): void {
  outagesOfMagicLinks(flow)
  outagesOfAccounts(flow)
  outagesOfSessions(flow)
}

function outagesOfMagicLinks(flow: Flow): void {
  const following = async ({ client, mail, watch }: App) => {
    await client.requestLink(email)
    watch()
    return () => client.visit(mail.linkFor(email))
  }

  flow("outage: getUserByEmail", async ({ client, mail, rows, breakDown, takeErrors }) => {
    breakDown("getUserByEmail")
    expect(await client.requestLink(email)).toMatchObject(errorPage)

    expect(takeErrors()).toEqual(logged)
    expect(mail.recipients()).toEqual([])
    expect(await rows("verificationToken")).toEqual([])
  })

  flow("outage: createVerificationToken", async ({ client, rows, breakDown, takeErrors }) => {
    breakDown("createVerificationToken")
    expect(await client.requestLink(email)).toMatchObject(errorPage)

    expect(takeErrors()).toEqual(logged)
    expect(await rows("verificationToken")).toEqual([])
  })

  flow("outage: useVerificationToken, then recovery", async (app) => {
    const follow = await following(app)
    app.breakDown("useVerificationToken")
    expect(await follow()).toMatchObject(errorPage)
    expect(app.takeErrors()).toEqual(logged)
    expect(await app.rows("verificationToken")).toHaveLength(1)

    app.repair("useVerificationToken")
    expect(await follow(), "the link is still valid").toMatchObject({ path: "/" })
  })

  flow("outage: createUser", async (app) => {
    const follow = await following(app)
    app.breakDown("createUser")
    expect(await follow()).toMatchObject(errorPage)

    expect(app.takeErrors()).toEqual(logged)
    expect(await app.rows("user")).toEqual([])
    expect(await app.rows("session")).toEqual([])
  })

  flow("outage: updateUser", async (app) => {
    const user = await app.store.createUser({ id: "u1", email, emailVerified: null })
    const follow = await following(app)
    app.breakDown("updateUser")
    expect(await follow()).toMatchObject(errorPage)

    expect(app.takeErrors()).toEqual(logged)
    expect(await app.rows("user")).toEqual([user])
    expect(await app.rows("session")).toEqual([])
  })

  flow("outage: createSession", async (app) => {
    const follow = await following(app)
    app.breakDown("createSession")
    expect(await follow()).toMatchObject(errorPage)

    expect(app.takeErrors()).toEqual(logged)
    expect(app.client.token()).toBeUndefined()
    expect(await app.rows("session")).toEqual([])
  })
}

function outagesOfAccounts(flow: Flow): void {
  flow("outage: getUserByAccount", async ({ client, rows, breakDown, takeErrors }) => {
    breakDown("getUserByAccount")
    expect(await client.signInWith("acme", "ada")).toMatchObject(errorPage)

    expect(takeErrors()).toEqual(logged)
    expect(await rows("user"), "a failed lookup creates no user").toEqual([])
  })

  flow("outage: linkAccount", async ({ client, rows, breakDown, takeErrors }) => {
    breakDown("linkAccount")
    expect(await client.signInWith("acme", "ada")).toMatchObject(errorPage)

    expect(takeErrors()).toEqual(logged)
    expect(await rows("account")).toEqual([])
    expect(await rows("session")).toEqual([])
    expect(client.token()).toBeUndefined()
  })

  flow(
    "outage: getSessionAndUser while linking",
    async ({ client, rows, signedIn, breakDown, takeErrors }) => {
      const { user, session } = await signedIn(email)
      breakDown("getSessionAndUser")
      expect(await client.signInWith("acme", "grace")).toMatchObject(errorPage)

      expect(takeErrors()).toEqual(logged)
      expect(client.token(), "still signed in").toBe(session.sessionToken)
      expect(await rows("user")).toEqual([user])
      expect(await rows("account")).toEqual([])
    },
  )
}

function outagesOfSessions(flow: Flow): void {
  flow(
    "outage: getSessionAndUser, then recovery",
    async ({ client, signedIn, breakDown, repair, takeErrors }) => {
      const { session } = await signedIn(email)
      breakDown("getSessionAndUser")
      expect(await client.session()).toBeNull()
      expect(takeErrors()).toEqual(["AdapterError", "SessionTokenError"])
      expect(client.token(), "the cookie stays").toBe(session.sessionToken)

      repair("getSessionAndUser")
      expect(await client.session()).toMatchObject({ user: { email } })
    },
  )

  flow("outage: updateSession", async ({ client, rows, clock, signedIn, breakDown, takeErrors }) => {
    const { session } = await signedIn(email)
    clock.travel(DAY)
    breakDown("updateSession")
    expect(await client.session()).toBeNull()

    expect(takeErrors()).toEqual(["AdapterError", "SessionTokenError"])
    expect(client.token(), "the cookie stays").toBe(session.sessionToken)
    expect(await rows("session")).toEqual([session])
  })

  flow("outage: deleteSession", async ({ client, rows, signedIn, breakDown, takeErrors }) => {
    const { session } = await signedIn(email)
    breakDown("deleteSession")
    expect((await client.signOut()).path).toBe("/")

    expect(takeErrors()).toEqual(["AdapterError", "SignOutError"])
    expect(client.token()).toBeUndefined()
    expect(await rows("session"), "the session is still stored").toEqual([session])
  })
}
