import { expect, test } from "vitest"
import { encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { testKey } from "../layers/support/test-keys.ts"
import { encrypted } from "../tokens/support/encrypted.ts"
import { addUser, revokeOn } from "./support/breach.ts"

test.each(["--all", "--provider=github"])(
  "mortise revoke %s also removes tokens that cannot be decrypted, and ends the sessions of their user",
  async (rule) => {
    const base = memoryAdapter()
    await addUser(encrypted(base), "ada", "ada@example.com", ["github"])
    const withoutKey = encryptedTokens(base, { keys: [testKey("other", 7)] })
    const { apply, receipt } = revokeOn(withoutKey)
    expect((await apply(rule)).code).toBe(0)
    expect(receipt().ended).toMatchObject({ accounts: 1, refreshTokens: 1, sessions: 1 })
    expect(await base.getAccount("github-ada", "github")).not.toHaveProperty("refresh_token")
    expect(await base.getAccount("github-ada", "github")).not.toHaveProperty("access_token")
  },
)

test("mortise revoke says when the rule matches no user, and prints only the first problems", async () => {
  const { revoke } = revokeOn(memoryAdapter())
  const { code, stderr } = await revoke("--provider", "githb")
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining("The rule names nobody: check how it is written."),
  ])
  const adapter = memoryAdapter()
  for (let nth = 0; nth < 25; nth++) await addUser(adapter, `user-${nth}`, `${nth}@example.com`, [])
  const many = await revokeOn(adapter).revoke("--all", "--sessions", "--before", "2030-01-01")
  expect(many.stderr.match(/^sessions user /gm)).toHaveLength(20)
  expect(many.stderr).toContain("Problems that are not listed: 5. The receipt and --json have up to 1000.")
})
