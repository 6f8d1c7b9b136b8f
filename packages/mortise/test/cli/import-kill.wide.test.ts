import { chownSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import { describe, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { defineSchema, extras, upkeep } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { openDatabase } from "./support/database.ts"
import { runCli } from "./support/run-cli.ts"

/** A configuration whose process is killed before its nth statement. */
const killedAt = (url: string, nth: number) => `
  import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
  import { libsqlAdapter } from "${join(root, "packages/mortise/dist/stores/sql/adapters/libsql-adapter.js")}"
  import { defineSchema } from "${join(root, "packages/mortise/dist/index.js")}"
  let runs = 0
  const onStatement = () => { if (++runs === ${nth}) process.kill(process.pid, "SIGKILL") }
  const schema = defineSchema({ ids: "serial" })
  export const adapter = libsqlAdapter(createClient({ url: "${url}" }), { onStatement, schema })`

const people = 12

/** An export of people without an email, and an empty database that assigns ids. */
async function open() {
  const source = await openDatabase()
  for (let nth = 0; nth < people; nth++) {
    const { id } = await source.adapter.createUser({ id: `person-${nth}`, name: "Nobody" } as never)
    const account = { type: "oauth", provider: "github", providerAccountId: `gh-${nth}` } as const
    if (nth > 0) await source.adapter.linkAccount({ userId: id, ...account })
  }
  const file = join(source.folder, "people.jsonl")
  await source.run("export", file)
  const url = `file:${join(temporaryTree({}), "auth.db")}`
  const client = createClient({ url })
  onTestFinished(() => client.close())
  const adapter = libsqlAdapter(client, { schema: defineSchema({ ids: "serial" }) })
  await migrate(adapter)
  const run = (nth: number) =>
    runCli(["import", file, "--json"], {
      cwd: temporaryTree({ "mortise.config.mjs": killedAt(url, nth) }),
    })
  return { adapter, run }
}

async function expectOnce({ adapter, run }: Awaited<ReturnType<typeof open>>) {
  const { code, stdout } = await run(0)
  const { rows, problems } = JSON.parse(stdout)
  expect([code, problems, rows.user.equal, rows.account.equal]).toEqual([0, [], people, people - 1])
  expect(await upkeep(adapter).count("user")).toBe(people)
  const { rows: users } = await upkeep(adapter).page("user")
  const accounts = await Promise.all(users.map(({ id }) => extras(adapter).listAccounts(id)))
  expect(accounts.map((own) => own.length)).toEqual(Array(people).fill(1))
}

describe("SEC-S3: mortise import into a database that assigns ids", () => {
  test("that is killed again and again creates no user twice", async () => {
    const opened = await open()
    const codes: (number | null)[] = []
    for (const nth of [6, 13, 22, 31]) codes.push((await opened.run(nth)).code)
    expect(codes).toEqual(Array(4).fill(null))
    expect((await opened.run(0)).code).toBe(0)
    await expectOnce(opened)
  }, 180_000)

  test("that runs three times at once creates no user twice", async () => {
    const opened = await open()
    const runs = await Promise.all([0, 0, 0].map((nth) => opened.run(nth)))
    expect(runs.map(({ code, stdout }) => [code, JSON.parse(stdout).problems])).toEqual(
      Array(3).fill([0, []]),
    )
    await expectOnce(opened)
  })
})

test("SEC-S15: a file of another user at .partial is not written", async ({ skip }) => {
  // Only the superuser can give a file away.
  if (process.getuid?.() !== 0) return skip()
  const source = await openDatabase()
  const file = join(source.folder, "people.jsonl")
  writeFileSync(`${file}.partial`, "", { mode: 0o666 })
  chownSync(`${file}.partial`, 65534, 65534)
  const { code, stderr } = await source.run("export", file)
  expect([code, stderr]).toEqual([1, expect.stringContaining("belongs to another user")])
})
