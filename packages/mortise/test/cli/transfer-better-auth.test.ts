import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { organization } from "better-auth/plugins"
import { describe, expect, onTestFinished, test } from "vitest"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { encryptedTokens, hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { importRows } from "../../src/transfer/index.ts"
import { openSqlite } from "../better-auth/schema/auth-databases.ts"
import { testKeys } from "../layers/support/test-keys.ts"
import { createAuthPeople, peopleFields, secretsOfAuth } from "../studio/support/auth-people.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { addPerson, commandsOn, commandsOnAuth } from "./support/adapter-in-process.ts"
import { addPages, pages } from "./support/auth-pages.ts"

type Options = BetterAuthOptions & { readonly layer?: (database: object) => object }

/** An empty database of Better Auth, and commands that run on it. */
async function open({ layer = (database) => database, ...given }: Options = {}) {
  const sqlite = await openSqlite()
  onTestFinished(() => sqlite.close())
  const { options } = sqlite.ours({ baseURL: "http://localhost", ...peopleFields, ...given })
  const auth = betterAuth({ ...options, database: layer(options.database as object) as never })
  await migrate(auth)
  const run = commandsOnAuth(auth)
  const runJson = async (...args: readonly string[]) => {
    const { code, stdout } = await run(...args, "--json")
    return [code, JSON.parse(stdout)]
  }
  const rows = (table: string) => sqlite.rows(`SELECT * FROM "${table}" ORDER BY id`)
  return { database: sqlite, auth, rows, run, runJson }
}

const newFile = () => join(temporaryTree({}), "rows.jsonl")

const plugins = [organization(), pages]
const models = ["user", "account", "session", "verification", "organization", "member", "invitation", "page"]

/** Rows of each kind; 1,005 of them are users. */
async function openSource(options: Options = { plugins }) {
  const source = await open(options)
  await createAuthPeople(source.database)
  await source.database.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
    SELECT 'user-' || i, 'Somebody', i || '@example.com', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n`)
  return source
}

describe("mortise export and import --better-auth", () => {
  test("move every model exactly, and a second run verifies it: exit 0", async () => {
    const [source, target, file] = [await openSource(), await open({ plugins }), newFile()]
    await addPages(source.database)
    const [code, exported] = await source.runJson("export", file)
    expect([code, exported.isComplete, Object.keys(exported.rows).sort()]).toEqual([
      0,
      true,
      [...models].sort(),
    ])
    expect(exported.rows).toMatchObject({ user: 505, session: 53, page: 3 })
    const first = await target.run("import", file)
    expect(first.code, first.stderr).toBe(0)
    for (const model of models) expect(await target.rows(model)).toEqual(await source.rows(model))

    await target.run("import", file)
    const second = await target.runJson("import", file)
    expect(second).toMatchObject([0, { problems: [], isComplete: true, otherUsers: 0 }])
    expect(second[1].rows.user).toMatchObject({ created: 0, equal: 505 })
  })

  test("a second run stores what is missing, and reports what differs: exit 0, then 1", async () => {
    const [source, target, file] = [await openSource(), await open({ plugins }), newFile()]
    await addPages(source.database)
    await source.run("export", file)
    await target.run("import", file)
    for (const table of ["session", "member", "page"]) await target.database.run(`DELETE FROM ${table}`)
    const [code, { rows }] = await target.runJson("import", file)
    expect([code, rows.user.equal, rows.session.created, rows.page.created]).toEqual([0, 505, 53, 3])
    await target.database.run(
      "UPDATE page SET views = 5 WHERE id = '1'; UPDATE user SET name = 'x' WHERE id = 'bob'",
    )
    const { code: differs, stderr } = await target.run("import", file)
    expect([differs, stderr]).toEqual([
      1,
      expect.stringMatching(/(^|\n)line \d+, user: The target has .*\nline \d+, page: The target has .*\n$/),
    ])
    expect((await target.database.rows("SELECT views FROM page WHERE id = '1'"))[0]).toEqual({ views: 5 })
  })

  test("numbers that JavaScript would round stay exact, or are refused", async () => {
    const [source, target, file] = [await open({ plugins }), await open({ plugins }), newFile()]
    await source.database.run("INSERT INTO page (id, views) VALUES ('1', 9007199254740993)")
    expect((await source.run("export", file)).code).toBe(0)
    expect(readFileSync(file, "utf8")).toContain('"views":"9007199254740993"')
    const { code, stderr } = await target.run("import", file)
    expect([code, stderr]).toEqual([1, expect.stringContaining("page.views does not fit")])
  })

  test("a text that is no date is reported, not lost: exit 1", async () => {
    const [source, file] = [await open({ plugins }), newFile()]
    await source.database.run("INSERT INTO page (id, seenAt) VALUES ('1', 'yesterday')")
    const { code, stderr } = await source.run("export", file)
    expect([code, stderr]).toEqual([1, expect.stringContaining("page.seenAt of the row 1 holds no date")])
  })

  test("--without-tokens leaves out secrets, and the rest can be imported: exit 0", async () => {
    const [source, target, file] = [await openSource(), await open({ plugins }), newFile()]
    await addPages(source.database)
    const [, { rows }] = await source.runJson("export", file, "--without-tokens")
    expect(Object.keys(rows)).toEqual(models.filter((model) => !["session", "verification"].includes(model)))
    for (const secret of secretsOfAuth) expect(readFileSync(file, "utf8")).not.toContain(secret)
    expect((await target.run("import", file)).code).toBe(0)
    expect(await target.rows("member")).toEqual(await source.rows("member"))
  })

  test("layers: the file has what is stored, and the same layers read it in the target", async () => {
    const layer = (database: object) => encryptedTokens(hashedSessions(database), { keys: testKeys })
    const [source, target, file] = [await open({ layer }), await open({ layer }), newFile()]
    const { internalAdapter } = await source.auth.$context
    const user = await internalAdapter.createUser(
      {
        name: "Ada",
        email: "ada@example.com",
        emailVerified: true,
      },
      { method: "email-password" },
    )
    const { token } = await internalAdapter.createSession(user.id)
    const tokens = { accessToken: "access-canary", refreshToken: "refresh-canary" }
    await internalAdapter.linkAccount({ providerId: "github", accountId: "1", userId: user.id, ...tokens })
    expect((await source.run("export", file)).code).toBe(0)
    for (const secret of [token, "canary"]) expect(readFileSync(file, "utf8")).not.toContain(secret)
    expect((await target.run("import", file)).code).toBe(0)
    for (const table of ["account", "session"])
      expect(await target.rows(table)).toEqual(await source.rows(table))
    const moved = (await target.auth.$context).internalAdapter
    expect(await moved.findSession(token)).toMatchObject({ session: { token }, user: { id: user.id } })
    expect(await moved.findAccounts(user.id)).toMatchObject([tokens])
  })
})

describe("mortise import --better-auth writes nothing", () => {
  const expectRefused = async (target: Awaited<ReturnType<typeof open>>, file: string, message: string) => {
    const before = await target.rows("user")
    const { code, stderr } = await target.run("import", file)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(await target.rows("user")).toEqual(before)
  }

  test("from a file of the other library, either way: exit 1", async () => {
    const [source, target, file] = [await openSource(), await open(), newFile()]
    const store = memoryAdapter()
    await addPerson(store, "ada")
    await commandsOn(store)("export", file)
    await expectRefused(target, file, "The file has rows of Auth.js")
    await source.run("export", `${file}-2`)
    const empty = memoryAdapter()
    const { code, stderr } = await commandsOn(empty)("import", `${file}-2`)
    expect([code, stderr]).toEqual([1, expect.stringContaining("add --better-auth FILE")])
    const lines = readFileSync(`${file}-2`, "utf8").trimEnd().split("\n")
    await expect(importRows(empty, lines)).rejects.toThrow("has rows of another library")
    expect(await empty.getUserByEmail("ada@example.com")).toBeNull()
  })

  test("from a damaged file, or of a model that the target lacks: exit 1", async () => {
    const [source, target, file] = [await openSource(), await open(), newFile()]
    await addPages(source.database)
    await source.run("export", file)
    await expectRefused(target, file, "rows of the model organization, which")
    writeFileSync(file, readFileSync(file, "utf8").replace("bob@example.com", "eve@example.com"))
    await expectRefused(target, file, "incomplete or damaged")
  })

  test("SEC-S3: into tables with other people, who may have equal ids: exit 1", async () => {
    const [source, target, file] = [await openSource(), await open({ plugins }), newFile()]
    await source.run("export", file)
    await createAuthPeople(target.database)
    await target.database.run("UPDATE user SET email = 'eve@example.com' WHERE id = 'ada'")
    await expectRefused(target, file, "users that are not in the file, or that have another email there: 1.")
    expect((await target.rows("organization")).length).toBe(0)
  })

  test("of a field that the target does not declare, unless it may be dropped: exit 1, then 0", async () => {
    const [source, target, file] = [await openSource(), await open({ plugins, user: {} }), newFile()]
    await source.run("export", file)
    const { code, stderr } = await target.run("import", file)
    expect([code, stderr]).toEqual([1, expect.stringContaining("does not declare user.nickname: declare it")])
    expect((await target.run("import", file, "--drop-undeclared")).code).toBe(0)
    expect(await target.rows("user")).toHaveLength(505)
  })
})
