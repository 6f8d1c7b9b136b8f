import { type BetterAuthOptions, betterAuth } from "better-auth"
import { expect, onTestFinished, test } from "vitest"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { type EncryptedTokensOptions, encryptedTokens, hashedSessions } from "../../src/layers/index.ts"
import { openSqlite } from "../better-auth/schema/auth-databases.ts"
import { testKey, testKeys } from "../layers/support/test-keys.ts"
import { commandsOnAuth } from "./support/adapter-in-process.ts"

const tokens = { accessToken: "access-canary", refreshToken: "refresh-canary" }

/** A database, and Better Auth on it with keys, or without the layer. */
async function open() {
  const sqlite = await openSqlite()
  onTestFinished(() => sqlite.close())
  const on = (options?: EncryptedTokensOptions) => {
    const settings: BetterAuthOptions = sqlite.ours({ baseURL: "http://localhost" }).options
    const plain = settings.database as object
    const database = options ? hashedSessions(encryptedTokens(plain, options)) : plain
    return betterAuth({ ...settings, database: database as never })
  }
  await migrate(on())
  const link = async (auth: ReturnType<typeof on>, accountId: string) => {
    const { internalAdapter } = await auth.$context
    const userId = "ada"
    await internalAdapter.linkAccount({ providerId: "github", accountId, userId, ...tokens })
  }
  await sqlite.run(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
    VALUES ('ada', 'Ada', 'ada@example.com', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  const readTokens = async (options?: EncryptedTokensOptions) =>
    (await on(options).$context).internalAdapter.findAccounts("ada")
  const rotateWith = async (options: EncryptedTokensOptions, ...args: readonly string[]) => {
    const { code, stdout } = await commandsOnAuth(on(options))("rotate-keys", ...args, "--json")
    expect(stdout).not.toMatch(/canary|enc1/)
    return [code, JSON.parse(stdout)]
  }
  return { ...sqlite, on, link, readTokens, rotateWith }
}

test("mortise rotate-keys --better-auth encrypts with the first key, in pages, and a second run has nothing to do: exit 0", async () => {
  const { on, link, readTokens, rotateWith, rows } = await open()
  const old = on({ keys: testKeys.slice(1) })
  for (const id of ["1", "2", "3"]) await link(old, id)
  await link(on(), "4")
  const { internalAdapter } = await old.$context
  const expiresAt = new Date("2098-01-01T00:00:00.000Z")
  await internalAdapter.createVerificationValue({ identifier: "ada", value: "code-canary", expiresAt })
  const before = await rows("SELECT id, updatedAt FROM account ORDER BY id")
  const totals = {
    accounts: 5,
    plain: 2,
    corrupt: 0,
    tooLong: 0,
    dropped: 0,
    problems: [],
    values: { old: 7 },
  }
  expect(await rotateWith({ keys: testKeys }, "--dry-run")).toEqual([
    0,
    { ...totals, changed: 0, finished: true },
  ])
  expect(await rotateWith({ keys: testKeys }, "--batch", "2")).toEqual([
    0,
    { ...totals, changed: 5, finished: true },
  ])
  expect(await rotateWith({ keys: testKeys })).toEqual([
    0,
    { ...totals, plain: 0, values: { new: 9 }, changed: 0, finished: true },
  ])
  const strict = { keys: testKeys.slice(0, 1), existingPlaintext: "refuse" } as const
  expect(await readTokens(strict)).toEqual(Array(4).fill(expect.objectContaining(tokens)))
  const moved = (await on(strict).$context).internalAdapter
  expect(await moved.findVerificationValue("ada")).toMatchObject({ value: "code-canary" })
  expect(await rows("SELECT id, updatedAt FROM account ORDER BY id")).toEqual(before)
})

test("mortise rotate-keys --better-auth names values that cannot be decrypted, and drops them by choice: exit 1", async () => {
  const { on, link, rotateWith, rows } = await open()
  await link(on({ keys: [testKey("lost", 3)] }), "1")
  const problem = { provider: "github", providerAccountId: "1", code: "corrupt" }
  expect(await rotateWith({ keys: testKeys })).toMatchObject([
    1,
    {
      corrupt: 2,
      problems: [
        { ...problem, field: "accessToken" },
        { ...problem, field: "refreshToken" },
      ],
    },
  ])
  expect(await rotateWith({ keys: testKeys }, "--drop-unreadable")).toMatchObject([0, { dropped: 2 }])
  expect(await rows("SELECT accessToken, refreshToken FROM account")).toEqual([
    { accessToken: null, refreshToken: null },
  ])
})

test("mortise rotate-keys --better-auth does not overwrite what the application writes meanwhile", async () => {
  const { on, link, readTokens, rotateWith, run } = await open()
  await link(on({ keys: testKeys.slice(1) }), "1")
  const strict = { keys: testKeys } as const
  // A refresh that reaches the database just before the rotation writes.
  await run(`CREATE TABLE refreshed (done INTEGER);
    CREATE TRIGGER refresh BEFORE UPDATE ON account WHEN NOT EXISTS (SELECT 1 FROM refreshed) BEGIN
      INSERT INTO refreshed VALUES (1);
      UPDATE account SET accessToken = 'newer' WHERE id = NEW.id;
      SELECT RAISE(IGNORE);
    END`)
  expect(await rotateWith(strict)).toMatchObject([0, { changed: 1, finished: true }])
  const first = { keys: testKeys.slice(0, 1), existingPlaintext: "refuse" } as const
  expect(await readTokens(first)).toMatchObject([{ ...tokens, accessToken: "newer" }])
})

test("mortise rotate-keys --better-auth without the layer explains what to pass: exit 3", async () => {
  const { on } = await open()
  const { code, stderr } = await commandsOnAuth(on())("rotate-keys")
  expect([code, stderr]).toEqual([3, expect.stringContaining("pass encryptedTokens(database, { keys })")])
})
