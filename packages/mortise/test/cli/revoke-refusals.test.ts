import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createServiceKey, serve } from "../../src/http/server.ts"
import type { Adapter } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { commandsOn } from "./support/adapter-in-process.ts"
import { addUsers, everything, leftIn, listFile, revokeOn, without } from "./support/breach.ts"

async function open() {
  const adapter: Adapter = memoryAdapter()
  await addUsers(adapter)
  return { adapter, ...revokeOn(adapter) }
}

describe("mortise revoke: refusals", () => {
  test.each([
    [[], "Give one rule: --provider, --domain, --users or --all."],
    [["--all", "--domain", "example.com"], "Give one rule"],
    [["--provider", ""], "The provider is empty"],
    [["--domain", "ada@example.com"], "The domain must be the part of an email after the @"],
    [["--all", "--before", "yesterday"], "The time must be a date"],
    [["--all", "--before", "2026-11-16T02:30:00"], "The time must be a date"],
    [["--all", "--links", "--before", "2026-11-16"], "Only sessions have a time of creation"],
    [["--users", "EMPTY"], "The list of users is empty"],
    [["--all", "--apply"], "--apply and --receipt go together"],
    [["--all", "--receipt", "r.json"], "--apply and --receipt go together"],
    [["--all", "--apply", "--receipt", "r.json"], "There is no terminal to confirm on: add --yes"],
  ])("%j: exit 2, and nothing is ended", async (args, message) => {
    const { adapter, revoke } = await open()
    const given = args.map((arg) => (arg === "EMPTY" ? listFile("\n\n") : arg))
    const { code, stdout, stderr } = await revoke(...given)
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)])
    expect(await leftIn(adapter)).toEqual(everything)
    expect(existsSync("r.json")).toBe(false)
  })

  test("a list that does not exist: exit 1", async () => {
    const { revoke } = await open()
    const { code, stderr } = await revoke("--users", "canary-4711")
    expect([code, stderr]).toEqual([1, "The list of users cannot be read (ENOENT): check its name.\n"])
  })

  test("an overridden operation, and an adapter of another package, are refused by name: exit 3", async () => {
    const { adapter } = await open()
    const overridden = { ...adapter, deleteSession: async () => null, useVerificationToken: async () => null }
    const { code, stderr } = await revokeOn(overridden).apply("--all")
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("The adapter lacks listSessions, dropTokens:"),
    ])
    expect(await leftIn(adapter)).toEqual(everything)
    const foreign = Object.fromEntries(Object.entries(adapter))
    expect(await commandsOn(foreign)("revoke", "--all")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("This command needs a Mortise adapter"),
    })
  })

  test.each([
    ["a file that is no receipt", "hello", "exists and is no receipt"],
    ["the receipt of a complete run", `{"receipt":"mortise revoke","state":"complete"}`, "is complete"],
    ["the receipt of another rule", `{"receipt":"mortise revoke","state":"stopped"}`, "of another rule"],
  ])("%s: exit 1, the file stays, and nothing is ended", async (_, text, message) => {
    const { adapter, apply, file } = await open()
    writeFileSync(file, text)
    const { code, stderr } = await apply("--all")
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(readFileSync(file, "utf8")).toBe(text)
    expect(await leftIn(adapter)).toEqual(everything)
  })

  test("SEC-S15 a link in the place of the receipt is not followed: exit 1", async () => {
    const { apply, file } = await open()
    const other = listFile("another file")
    symlinkSync(other, file)
    expect((await apply("--all")).code).toBe(1)
    expect(readFileSync(other, "utf8")).toBe("another file")
  })
})

describe("mortise revoke over mortise/http", () => {
  async function openServer(permissions: readonly string[]) {
    const behind: Adapter = memoryAdapter()
    await addUsers(behind)
    const { key, record } = await createServiceKey({ id: "tool", permissions: permissions as never })
    const answer = serve(behind, { keys: [record] })
    const fetch = (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init))
    return { behind, ...revokeOn(httpAdapter({ url: "http://127.0.0.1", key, fetch })) }
  }

  test("ends everything: exit 0", async () => {
    const { behind, apply, receipt } = await openServer(everyPermission)
    expect((await apply("--all")).code).toBe(0)
    expect(await leftIn(behind)).toEqual([])
    expect(receipt()).toMatchObject({
      store: "http",
      ended: { sessions: 3, usersOfTokenSessions: 3, links: 4 },
    })
  })

  test("names what the key does not allow: exit 3, and nothing is ended", async () => {
    const { behind, apply } = await openServer(["operations", "slots"])
    const { code, stderr } = await apply("--all")
    expect(code).toBe(3)
    expect(stderr).toContain(
      'The adapter lacks listSessions, listAccounts, updateAccount, dropTokens, upkeep.page("user"), upkeep.page("verificationToken"):',
    )
    expect(await leftIn(behind)).toEqual(everything)
  })

  test("without slots, what cannot be ended is reported: exit 1", async () => {
    const { behind, apply, receipt } = await openServer(everyPermission.filter((name) => name !== "slots"))
    expect((await apply("--all", "--sessions")).code).toBe(1)
    expect(await leftIn(behind)).toEqual(without("session-ada", "session-bob", "session-eve"))
    expect(receipt().notEnded).toMatchObject({ count: 1, problems: [{ kind: "sessions" }] })
  })

  test.each([
    ["--sessions", "provider_tokens", "The key does not show session.sessionToken: add session_tokens"],
    ["--tokens", "session_tokens", "The key does not show account.refresh_token: add provider_tokens"],
    ["--links", "session_tokens", 'The adapter lacks upkeep.page("verificationToken")'],
  ])("%s with a key for %s alone stops at once, and nothing is ended", async (kind, permission, message) => {
    const calls = ["operations", "extras", "upkeep", "slots"]
    const { behind, apply, revoke } = await openServer([...calls, permission])
    for (const run of [revoke, apply]) {
      const { code, stderr } = await run("--all", kind)
      expect([code > 0, stderr]).toEqual([true, expect.stringContaining(message)])
    }
    expect(await leftIn(behind)).toEqual(everything)
  })
})
