import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { createAuth } from "../../src/auth/index.ts"
import { newSessionToken } from "../../src/contract/session-token.ts"
import { type Adapter, extras, MortiseError } from "../../src/index.ts"
import { hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openBrowser, origin } from "../auth/support/browser.ts"
import { secret } from "../auth/support/world.ts"
import { encrypted } from "../tokens/support/encrypted.ts"
import {
  addUser,
  addUsers,
  canaries,
  everything,
  intercepted,
  leftIn,
  listFile,
  revokeOn,
  without,
} from "./support/breach.ts"
import { openDatabase } from "./support/database.ts"

const later = new Date("2098-01-01T00:00:00.000Z")

async function open() {
  const adapter = memoryAdapter()
  await addUsers(adapter)
  return { adapter: adapter as Adapter, ...revokeOn(adapter) }
}

describe("mortise revoke", () => {
  test("counts by default, and changes nothing: exit 0", async () => {
    const { adapter, revoke } = await open()
    const { code, stdout } = await revoke("--domain", "example.com", "--json")
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        rule: { by: "domain", domain: "example.com" },
        dryRun: true,
        state: "complete",
        ended: { users: 2, sessions: 2, usersOfTokenSessions: 2, accounts: 3, refreshTokens: 3, links: 3 },
        notEnded: { count: 0, problems: [] },
      },
    ])
    expect(await leftIn(adapter)).toEqual(everything)
    const text = await revoke("--all", "--links")
    expect([text.code, text.stdout]).toEqual([0, expect.stringMatching(/names: +3\nlinks to end: +4\n$/)])
    expect(text.stderr).toContain("Nothing was changed. To end them, add --apply and --receipt.")
  })

  test.each<[readonly string[], readonly string[]]>([
    [["--all"], []],
    [["--all", "--sessions"], without("session-ada", "session-bob", "session-eve")],
    [
      ["--all", "--tokens", "--links"],
      ["session-ada", "session-bob", "session-eve"],
    ],
    [
      ["--domain", "@Example.COM"],
      ["github-eve", "link-eve", "session-eve"],
    ],
    [["--domain", "sub.example.com", "--links"], without("link-eve")],
    [
      ["--provider", "github"],
      ["google-ada", "google-bob", "link-bob", "link-new", "session-bob"],
    ],
    [["--provider", "github", "--tokens"], without("github-ada", "github-eve")],
    [["--provider", "GitHub"], everything],
  ])("%j ends exactly what the rule names", async (args, left) => {
    const { adapter, apply, revoke, receipt } = await open()
    const counted = JSON.parse((await revoke(...args, "--json")).stdout).ended
    const { code, stderr } = await apply(...args)
    expect(await leftIn(adapter)).toEqual(left)
    expect([code, receipt().state, receipt().ended]).toEqual([0, "complete", counted])
    expect(stderr).toContain("What was created after startedAt may still exist")
    // What identifies the account and helps to sign out at the provider stays.
    expect(await adapter.getAccount("github-ada", "github")).toMatchObject({ id_token: "id-token" })
  })

  test("--users takes ids and emails, ends links to an address without a user, and names unknown lines: exit 1", async () => {
    const { adapter, apply, receipt } = await open()
    const file = listFile("\ufeffeve\r\n\n BOB@example.com \neve\nnobody\nnew@example.com\n")
    const { code, stderr } = await apply("--users", file)
    expect(code).toBe(1)
    expect(await leftIn(adapter)).toEqual(["github-ada", "google-ada", "link-ada", "session-ada"])
    const why = "No user has this id or email."
    expect(receipt()).toMatchObject({
      rule: { by: "users", count: 4, sha256: expect.any(String) },
      ended: { users: 2, links: 3 },
      notEnded: {
        count: 2,
        problems: [
          { kind: "user", line: 5, why },
          { kind: "user", line: 6, why },
        ],
      },
    })
    expect(stderr).toContain(`user line 5: ${why}`)
    expect(stderr).not.toContain("nobody")
  })

  test("neither the output nor the receipt has a secret, and only its owner reads it", async () => {
    const { apply, file } = await open()
    const { stdout, stderr } = await apply("--all", "--json")
    const text = readFileSync(file, "utf8")
    expect(JSON.parse(stdout)).toEqual(JSON.parse(text))
    for (const canary of [...canaries, "@"]) expect(stdout + stderr + text).not.toContain(canary)
    for (const each of [file, `${file}.users`]) expect(statSync(each).mode & 0o777).toBe(0o600)
  })

  test("an id that a list cannot hold matches no user of the list, rather than another user", async () => {
    const adapter: Adapter = memoryAdapter()
    for (const id of ["ada", " ada", "eve\nada"])
      await adapter.createUser({ id, email: `${id.length}@example.com` })
    const { apply, revoke, file } = revokeOn(adapter)
    await apply("--all", "--links")
    expect(readFileSync(`${file}.users`, "utf8")).toBe("\\u0020ada\nada\neve\\u000aada\n")
    const { ended } = JSON.parse((await revoke("--users", `${file}.users`, "--links", "--json")).stdout)
    expect(ended.users).toBe(1)
  })

  test("many links to one address are counted as they are ended", async () => {
    const { adapter, apply, revoke, receipt } = await open()
    for (let nth = 0; nth < 250; nth++)
      await adapter.createVerificationToken({
        identifier: "bob@example.com",
        token: `~${nth}`,
        expires: later,
      })
    const { ended } = JSON.parse((await revoke("--all", "--links", "--json")).stdout)
    await apply("--all", "--links")
    expect([ended.links, receipt().ended.links]).toEqual([254, 254])
  })

  test("a second run for the same users finds what was created since: exit 0", async () => {
    const { adapter, apply, revoke, file } = await open()
    await apply("--provider", "github")
    await adapter.createSession({ sessionToken: "session-new", userId: "ada", expires: later })
    const users = `${file}.users`
    expect(readFileSync(users, "utf8")).toBe("ada\neve\n")
    const { ended } = JSON.parse((await revoke("--users", users, "--sessions", "--json")).stdout)
    expect(ended).toMatchObject({ users: 2, sessions: 1 })
  })
})

describe("mortise revoke: sessions", () => {
  test.each([
    ["as they are", (adapter: Adapter) => adapter],
    ["hashed", (adapter: Adapter) => hashedSessions(adapter)],
  ])("--before decides by the time in tokens %s, and reports the others: exit 1", async (_, layer) => {
    const adapter = layer(memoryAdapter())
    await addUser(adapter, "ada", "ada@example.com", ["github"])
    const at = Date.parse("2026-11-16T02:30:00Z")
    const [older, newer] = [newSessionToken(at - 1), newSessionToken(at)]
    for (const sessionToken of [older, newer])
      await adapter.createSession({ sessionToken, userId: "ada", expires: later })
    const { apply, receipt } = revokeOn(adapter)
    const { code, stderr } = await apply("--all", "--before", "2026-11-16T02:30:00Z")
    expect(code).toBe(1)
    expect(await adapter.getSessionAndUser(older)).toBeNull()
    expect(await adapter.getSessionAndUser(newer)).not.toBeNull()
    expect(await adapter.getSessionAndUser("session-canary-ada")).not.toBeNull()
    expect(receipt()).toMatchObject({
      kinds: ["sessions"],
      before: "2026-11-16T02:30:00.000Z",
      ended: { sessions: 1, newerSessions: 1, undecidableSessions: 1, usersOfTokenSessions: 0 },
      notEnded: { problems: [{ kind: "sessions", user: "ada", count: 1, why: expect.any(String) }] },
    })
    expect(stderr).toContain("Sessions that are tokens are undecidable and were not ended")
  })

  test("SEC-S7 a session that is a token is refused afterwards, and with --before it stays", async () => {
    const adapter = memoryAdapter()
    const auth = createAuth({ adapter, secret, origin, sweep: false })
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    const browser = openBrowser()
    browser.keep(await auth.sessions.create(browser.request(), id))
    const isSignedIn = async () => (await auth.sessions.read(browser.request())).user !== null
    const { apply, receipt, revoke } = revokeOn(adapter)
    const { code } = await revoke("--all", "--before", "2100-01-01")
    expect([code, await isSignedIn()]).toEqual([0, true])
    expect((await apply("--all", "--sessions")).code).toBe(0)
    expect(await isSignedIn()).toBe(false)
    expect(receipt()).toMatchObject({ ended: { sessions: 0, usersOfTokenSessions: 1 } })
    expect(receipt().notes.join()).toContain("How many sessions that are tokens a user has is unknown")
  })

  test("on tables without slots, stored sessions end and the rest is reported once: exit 1", async () => {
    const { run, adapter, client, folder } = await openDatabase()
    await addUsers(adapter)
    await client.execute('DROP TABLE "slots"')
    const args = ["--all", "--sessions", "--apply", "--receipt", join(folder, "r.json"), "--yes", "--json"]
    const { code, stdout } = await run("revoke", ...args)
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { ended: { sessions: 3, usersOfTokenSessions: 0 }, notEnded: { count: 1 } },
    ])
    expect(stdout).toContain("Sessions that are tokens of mortise/auth cannot be ended.")
  })
})

describe.each([
  ["as they are", (adapter: Adapter) => adapter],
  ["encrypted", encrypted],
])("mortise revoke: provider tokens %s", (_, layer) => {
  const openOne = async () => {
    const adapter = layer(memoryAdapter())
    await addUser(adapter, "ada", "ada@example.com", ["github"])
    return adapter
  }
  const key = { provider: "github", providerAccountId: "github-ada" }
  const old = { refresh_token: "refresh-canary-github-ada", access_token: "access-canary-github-ada" }

  test("removes what a concurrent refresh stores, and a refresh that ends later is not stored", async () => {
    const adapter = await openOne()
    // Lists start with another account of the provider, which has no tokens.
    await adapter.unlinkAccount(key)
    await adapter.linkAccount({ ...key, providerAccountId: "without", userId: "ada", type: "oauth" })
    await adapter.linkAccount({ ...key, ...old, userId: "ada", type: "oauth" })
    let refreshes = 0
    // The first two reads are each followed by a refresh of the application.
    const racing = intercepted(adapter, async (name, run, [userId]) => {
      const result = await run()
      if (name === "listAccounts" && userId === "ada" && refreshes < 2)
        await extras(adapter)?.updateAccount?.({ ...key, refresh_token: `refresh-${++refreshes}` })
      return result
    })
    const { apply, receipt } = revokeOn(racing)
    expect((await apply("--all", "--tokens")).code).toBe(0)
    expect(refreshes).toBe(2)
    const { refresh_token, access_token, expires_at } =
      (await adapter.getAccount("github-ada", "github")) ?? {}
    expect([refresh_token, access_token, expires_at]).toEqual([undefined, undefined, undefined])
    expect(receipt().ended).toMatchObject({ accounts: 1, refreshTokens: 1, accessTokens: 1 })
    const late = await extras(adapter)?.updateAccount?.({ ...key, refresh_token: "refresh-late" }, old)
    expect(late).toEqual({ ok: false, reason: "refused" })
  })

  test("tokens that are replaced again and again are reported: exit 1", async () => {
    const adapter = await openOne()
    let refreshes = 0
    const racing = intercepted(adapter, async (name, run) => {
      const result = await run()
      if (name === "listAccounts")
        await extras(adapter)?.updateAccount?.({ ...key, refresh_token: `refresh-${++refreshes}` })
      return result
    })
    const { apply, receipt } = revokeOn(racing)
    expect((await apply("--all", "--tokens")).code).toBe(1)
    expect(receipt().notEnded.problems).toEqual([
      {
        kind: "tokens",
        user: "ada",
        provider: "github",
        why: expect.stringContaining("run the command again"),
      },
    ])
  })

  test("says that they were not revoked at the provider", async () => {
    const { apply, receipt } = revokeOn(await openOne())
    await apply("--all", "--tokens")
    expect(receipt().ended.accountsRevokedAtProvider).toBe(0)
    expect(receipt().notes.join()).toContain(
      "Accounts whose tokens were removed from the database and NOT revoked at the provider: 1.",
    )
  })

  test.each([
    ["revokes them", undefined, 0, { accounts: 1, accountsRevokedAtProvider: 1 }, 0],
    ["cannot revoke them", "invalid", 0, { accounts: 1, accountsRevokedAtProvider: 0 }, 0],
    ["does not answer", "unavailable", 1, { accounts: 0, accountsRevokedAtProvider: 0 }, 1],
  ] as const)(
    "with tokens in the configuration, a provider that %s",
    async (_, failure, code, ended, left) => {
      const adapter = await openOne()
      const asked: unknown[] = []
      const tokens = {
        async revoke(which: { userId: string }) {
          asked.push(which)
          if (failure) throw new MortiseError(failure, "The provider failed.")
          await extras(adapter)?.updateAccount?.({ ...key, refresh_token: null, access_token: null })
          return { ok: true } as const
        },
      }
      const { apply, receipt } = revokeOn(adapter, tokens)
      expect((await apply("--all", "--tokens")).code).toBe(code)
      expect(asked).toEqual([{ userId: "ada", ...key }])
      expect(receipt().ended).toMatchObject(ended)
      expect((await leftIn(adapter, ["ada"])).filter((name) => name === "github-ada")).toHaveLength(left)
    },
  )
})
