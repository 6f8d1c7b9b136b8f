import { join } from "node:path"
import { createClient } from "@libsql/client"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { upkeep } from "../../src/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { testKeys } from "../layers/support/test-keys.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { runCli } from "./support/run-cli.ts"

const dist = join(root, "packages/mortise/dist")

/** A configuration whose process gets a signal before its nth update. */
const stoppedAt = (url: string, nth: number, signal: string) => `
  import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
  import { encryptedTokens } from "${dist}/layers/index.js"
  import { libsqlAdapter } from "${dist}/stores/sql/adapters/libsql-adapter.js"
  let updates = 0
  const onStatement = (text) => {
    if (text.startsWith("UPDATE") && ++updates === ${nth}) process.kill(process.pid, "${signal}")
  }
  const base = libsqlAdapter(createClient({ url: "${url}" }), { onStatement })
  export const adapter = encryptedTokens(base, { keys: ${JSON.stringify(testKeys)} })`

test("SEC-I4: mortise rotate-keys that is killed or stopped in the middle is finished by the next run", async () => {
  const url = `file:${join(temporaryTree({}), "auth.db")}`
  const client = createClient({ url })
  onTestFinished(() => client.close())
  const base = libsqlAdapter(client)
  await migrate(base)
  const old = encryptedTokens(base, { keys: testKeys.slice(1) })
  const { id: userId } = await base.createUser({ email: "ada@example.com" })
  const accounts = Array.from({ length: 60 }, (_, nth) => ({
    userId,
    type: "oauth" as const,
    provider: "github",
    providerAccountId: `${100 + nth}`,
    access_token: `access ${nth}`,
    refresh_token: `refresh ${nth}`,
    id_token: `id ${nth}`,
  }))
  for (const [nth, account] of accounts.entries()) await (nth % 3 === 0 ? base : old).linkAccount(account)
  const run = async (nth: number, signal = "SIGKILL") => {
    const cwd = temporaryTree({ "mortise.config.mjs": stoppedAt(url, nth, signal) })
    const { code, stdout } = await runCli(["rotate-keys", "--batch", "20", "--json"], { cwd })
    return { code, report: stdout === "" ? null : JSON.parse(stdout) }
  }
  const underFirstKey = async () =>
    (await upkeep(base).page("account")).rows.filter(({ id_token }) => id_token?.startsWith("enc1.new."))
      .length
  const rows = async (adapter: typeof base) => (await upkeep(adapter).page("account")).rows

  // In the middle of the first batch.
  expect(await run(11)).toEqual({ code: null, report: null })
  const first = await underFirstKey()
  expect([first > 0, first < 20]).toEqual([true, true])
  expect(await rows(encryptedTokens(base, { keys: testKeys }))).toEqual(accounts)
  // In the middle of the second batch.
  expect(await run(15, "SIGINT")).toMatchObject({ code: 130, report: { finished: false } })
  const second = await underFirstKey()
  expect([second > first, second < 60]).toEqual([true, true])
  expect(await run(0)).toMatchObject({ code: 0, report: { finished: true, changed: 60 - second } })
  expect(
    await rows(encryptedTokens(base, { keys: testKeys.slice(0, 1), existingPlaintext: "refuse" })),
  ).toEqual(accounts)
})
