import { expect } from "vitest"
import type { SessionStrategy } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { HOUR } from "../../support/clock.ts"
import { toyWebAuthn } from "../../support/toy-webauthn.ts"
import { openWorld, type World, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const provider = (id: string) =>
  ({ id, type: "oidc", issuer: "https://acme.example", clientId: "app" }) as const
const providers = [provider("acme"), provider("other")]

/** Listing and unlinking accounts. */
export function unlinkingCases(it: Case, backing: Backing): void {
  for (const strategy of ["database", "jwt"] as const) casesOf(it, backing, strategy)
}

function casesOf(it: Case, { open }: Backing, strategy: SessionStrategy): void {
  const session = { strategy }
  const acme = { provider: "acme", providerAccountId: "1" }
  const other = { provider: "other", providerAccountId: "2" }

  /** A user with accounts at two providers. Email is not configured, so the address is not a sign-in method. */
  async function openLinked(accounts: readonly object[] = [acme, other], options: WorldOptions = {}) {
    const world = await openWorld(open, { providers, email: undefined as never, session, ...options })
    await world.store.createUser?.({ email } as never)
    const [user] = await world.rows("user")
    const userId = String(user?.["id"])
    for (const account of accounts)
      await world.store.linkAccount?.({ ...account, userId, type: "oidc", access_token: "secret" } as never)
    const browser = world.openBrowser()
    browser.keep(await world.auth.sessions.create(browser.request(), userId))
    return { world, userId, browser }
  }
  const left = async (world: World) => (await world.rows("account")).map((row) => row["provider"])

  it(`accounts are listed without their tokens (${strategy})`, ["listAccounts"], async () => {
    const { world, userId } = await openLinked()
    expect(await world.auth.accounts.list(userId)).toEqual([
      { ...acme, type: "oidc" },
      { ...other, type: "oidc" },
    ])
  })

  it(
    `SEC-C7: an account is unlinked, and the user's other sessions are revoked (${strategy})`,
    ["listAccounts", "revokeSessions"],
    async () => {
      const { world, userId, browser } = await openLinked()
      const elsewhere = world.openBrowser()
      elsewhere.keep(await world.auth.sessions.create(elsewhere.request(), userId))
      browser.keep(await world.auth.accounts.unlink(browser.request("/", post), acme))
      expect(await left(world)).toEqual(["other"])
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
      expect((await world.auth.sessions.read(elsewhere.request())).user).toBeNull()
    },
  )

  it(
    `SEC-C7: only the account with this provider and this id is unlinked (${strategy})`,
    ["listAccounts"],
    async () => {
      const sameId = { ...other, providerAccountId: acme.providerAccountId }
      const sameProvider = { ...acme, providerAccountId: other.providerAccountId }
      const { world, browser, userId } = await openLinked([sameId, acme, sameProvider])
      const unlink = async () =>
        browser.keep(await world.auth.accounts.unlink(browser.request("/", post), acme))
      expect(await unlink()).toMatchObject({ ok: true })
      const listed = await world.auth.accounts.list(userId)
      expect(listed).toEqual([
        { ...sameId, type: "oidc" },
        { ...sameProvider, type: "oidc" },
      ])
      expect(await unlink()).toMatchObject({ reason: "not_linked" })
      expect(await world.auth.accounts.list(userId)).toEqual(listed)
    },
  )

  it(
    `SEC-C7: the last sign-in method stays, even if two are unlinked concurrently (${strategy})`,
    ["listAccounts"],
    async () => {
      const { world, browser } = await openLinked()
      const answers = await world.callAtOnce(
        [acme, other].map((account) => () => world.auth.accounts.unlink(browser.request("/", post), account)),
      )
      for (const answer of answers) browser.keep(answer)
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const [account] = (await left(world)).map((name) => (name === "acme" ? acme : other))
      expect(await left(world)).toHaveLength(1)
      expect(await world.auth.accounts.unlink(browser.request("/", post), account ?? acme)).toMatchObject({
        reason: "last_sign_in_method",
      })
    },
  )

  it(
    `SEC-C7: an account of a provider that is no longer configured is not a sign-in method; an email address is one (${strategy})`,
    ["listAccounts"],
    async () => {
      const { world, browser, userId } = await openLinked([
        acme,
        { provider: "gone", providerAccountId: "3" },
      ])
      expect(await world.auth.accounts.unlink(browser.request("/", post), acme)).toMatchObject({
        reason: "last_sign_in_method",
      })
      const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
      const mailing = await openWorld(same, { providers, session, now: world.clock.now })
      expect(await mailing.auth.accounts.unlink(browser.request("/", post), acme)).toMatchObject({ ok: true })
      expect(mailing.events).toContainEqual({ type: "account_unlinked", userId, provider: "acme" })
    },
  )

  it(
    `SEC-C7: a passkey is a sign-in method, and its account does not count as a second one (${strategy})`,
    ["listAccounts"],
    async () => {
      const passkeys = { name: "App", webauthn: toyWebAuthn }
      const { world, browser, userId } = await openLinked([acme], { passkeys })
      const unlink = async (account: typeof acme) =>
        browser.keep(await world.auth.accounts.unlink(browser.request("/", post), account))
      expect(await unlink(acme)).toMatchObject({ reason: "last_sign_in_method" })
      const stored = { providerAccountId: "key", userId, credentialPublicKey: "AQID", counter: 0 }
      const kind = { credentialDeviceType: "singleDevice", credentialBackedUp: false }
      await world.store.createAuthenticator?.({ credentialID: "a2V5", ...stored, ...kind } as never)
      const account = { provider: "passkey", providerAccountId: "key" }
      await world.store.linkAccount?.({ ...account, userId, type: "webauthn" } as never)
      expect(await unlink(account)).toMatchObject({ reason: "not_linked" })
      expect(await unlink(acme)).toMatchObject({ ok: true })
      expect(await left(world)).toEqual(["passkey"])
    },
  )

  it(
    `SEC-C7: email is not a sign-in method of a user without an address (${strategy})`,
    ["listAccounts"],
    async () => {
      const { world, browser, userId } = await openLinked([acme], { email: { sendLink: () => {} } })
      await world.store.updateUser?.({ id: userId, email: null } as never)
      expect(await world.auth.accounts.unlink(browser.request("/", post), acme)).toMatchObject({
        reason: "last_sign_in_method",
      })
    },
  )

  it(
    `SEC-C5: unlinking needs the user's own account, a recent sign-in and a POST (${strategy})`,
    ["listAccounts"],
    async () => {
      const { world, browser } = await openLinked()
      const visitor = world.openBrowser()
      const unlink = async (request: Request, account = acme) =>
        browser.keep(await world.auth.accounts.unlink(request, account))
      expect(await unlink(visitor.request("/", post))).toMatchObject({ reason: "signed_out" })
      expect(await unlink(browser.request("/"))).toMatchObject({ reason: "not_post" })
      expect(
        await unlink(browser.request("/", { ...post, headers: { origin: "https://evil.example" } })),
      ).toMatchObject({ reason: "cross_site" })
      expect(
        await unlink(browser.request("/", post), { provider: "acme", providerAccountId: "unknown" }),
      ).toMatchObject({ reason: "not_linked" })
      world.clock.advance(HOUR)
      expect(await unlink(browser.request("/", post))).toMatchObject({ reason: "sign_in_again" })
      expect(await left(world)).toEqual(["acme", "other"])
    },
  )
}
