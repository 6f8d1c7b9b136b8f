import { expect, test } from "vitest"
import { extras, upkeep } from "../../src/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { testKey, testKeys } from "../layers/support/test-keys.ts"
import { commandsOn } from "./support/adapter-in-process.ts"
import { openDatabase } from "./support/database.ts"
import { runCommand } from "./support/run-command.ts"

const tokens = { access_token: "access-canary", refresh_token: "refresh-canary" }

/** Accounts under an old key and without encryption, and the command with a new key. */
async function openAccounts(count: number) {
  const { adapter: base, env } = await openDatabase()
  const old = encryptedTokens(base, { keys: testKeys.slice(1) })
  const { id: userId } = await base.createUser({ email: "ada@example.com" })
  for (let nth = 0; nth < count; nth++)
    await (nth % 2 === 0 ? old : base).linkAccount({
      ...tokens,
      userId,
      type: "oauth",
      provider: "github",
      providerAccountId: `${100 + nth}`,
    })
  const adapter = encryptedTokens(base, { keys: testKeys })
  return { base, old, adapter, env, run: commandsOn(adapter) }
}

test("mortise rotate-keys counts, rotates in batches, and has nothing to do on a second run: exit 0", async () => {
  const { base, run } = await openAccounts(5)
  const found = {
    accounts: 5,
    values: { old: 6 },
    plain: 4,
    corrupt: 0,
    tooLong: 0,
    dropped: 0,
    problems: [],
  }
  const rotate = async (...args: readonly string[]) => {
    const { code, stdout } = await run("rotate-keys", ...args, "--json")
    return [code, JSON.parse(stdout)]
  }
  expect(await rotate("--dry-run")).toEqual([0, { ...found, changed: 0, finished: true }])
  expect(await rotate("--batch", "2")).toEqual([0, { ...found, changed: 5, finished: true }])
  expect(await rotate()).toEqual([0, { ...found, values: { new: 10 }, plain: 0, changed: 0, finished: true }])
  const { rows } = await upkeep(
    encryptedTokens(base, { keys: testKeys.slice(0, 1), existingPlaintext: "refuse" }),
  ).page("account")
  expect(rows).toEqual(Array(5).fill(expect.objectContaining(tokens)))
  expect((await run("rotate-keys")).stdout).toBe(
    "Accounts: 5. Changed: 0.\nValues found under the key new: 10.\n",
  )
})

test("mortise rotate-keys names values that cannot be decrypted, and drops them by choice: exit 1", async () => {
  const { base, run } = await openAccounts(2)
  const lost = encryptedTokens(base, { keys: [testKey("lost", 3)] })
  await extras(lost).updateAccount({
    provider: "github",
    providerAccountId: "101",
    refresh_token: "refresh-canary",
  })
  const { code, stdout, stderr } = await run("rotate-keys")
  expect([code, stdout]).toEqual([1, expect.stringContaining("Values that cannot be decrypted: 1.\n")])
  expect(stderr).toBe(
    "github 101: account.refresh_token was encrypted with the key lost, which is not among the keys: add it again.\n",
  )
  expect(stdout + stderr).not.toMatch(/canary|enc1/)
  expect((await run("rotate-keys", "--dry-run")).code).toBe(1)
  const dropped = await run("rotate-keys", "--drop-unreadable", "--json")
  expect([dropped.code, JSON.parse(dropped.stdout).dropped]).toEqual([0, 1])
  expect(await base.getAccount("101", "github")).not.toHaveProperty("refresh_token")
})

test("mortise rotate-keys prints the first problems only, and counts the others", async () => {
  const { run, base } = await openAccounts(0)
  const { id: userId } = await base.createUser({ email: "grace@example.com" })
  const lost = encryptedTokens(base, { keys: [testKey("lost", 3)] })
  for (let nth = 0; nth < 12; nth++)
    await lost.linkAccount({
      ...tokens,
      userId,
      type: "oauth",
      provider: "github",
      providerAccountId: `id-${nth}`,
    })
  const { code, stdout, stderr } = await run("rotate-keys", "--dry-run")
  expect([code, stderr.trimEnd().split("\n").length]).toEqual([1, 21])
  expect(stderr).toContain("Problems that are not listed: 4. --json lists up to 1000.\n")
  expect(stdout).toContain("Accounts: 12. Nothing was changed.\n")
  expect(stdout).toContain("Values that cannot be decrypted: 24.\n")
})

test("mortise rotate-keys without the layer explains what to export: exit 3", async () => {
  const { env } = await openAccounts(0)
  const { code, stdout, stderr } = await runCommand(["rotate-keys"], env)
  expect([code, stdout, stderr]).toEqual([
    3,
    "",
    expect.stringContaining("export encryptedTokens(adapter, { keys })"),
  ])
})

test("mortise rotate-keys names values that are too long to be encrypted: exit 1", async () => {
  const base = memoryAdapter()
  const { id: userId } = await base.createUser({ email: "ada@example.com" })
  const account = { userId, type: "oauth", provider: "github", providerAccountId: "1" } as const
  await base.linkAccount({ ...account, id_token: "x".repeat(60_000) })
  const { code, stdout } = await commandsOn(encryptedTokens(base, { keys: testKeys }))(
    "rotate-keys",
    "--json",
  )
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { corrupt: 0, tooLong: 1, changed: 0, finished: true },
  ])
})
