import { describe, expect, test } from "vitest"
import { mortise } from "../../src/contract/has-internals.ts"
import { internals } from "../../src/contract/internals.ts"
import type { ModelName } from "../../src/contract/models.ts"
import { type Adapter, defineSchema, type Extras, MortiseError, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { type Header, hashEnd, hashHeader, hashPage } from "../../src/transfer/export/export-format.ts"
import { type ImportProblem, importRows } from "../../src/transfer/index.ts"
import { openLibsql } from "../support/databases.ts"
import { exportedLines, later } from "./support/people.ts"

const serial = defineSchema({ ids: "serial" })
const account = (userId: string, providerAccountId: string) =>
  ({ userId, type: "oauth", provider: "github", providerAccountId }) as const

const createNobody = (target: Adapter) =>
  target.createUser({ email: null } as unknown as Parameters<Adapter["createUser"]>[0])

/** An export of users without an email, each with an account `gh-<id>` and a session `canary-<id>`. */
async function exportOf(ids: readonly string[], bare: readonly string[] = []) {
  const source = memoryAdapter()
  for (const id of [...ids, ...bare]) await source.createUser({ id })
  for (const id of ids) {
    await source.linkAccount(account(id, `gh-${id}`))
    await source.createSession({ sessionToken: `canary-${id}`, userId: id, expires: later })
  }
  return exportedLines(source)
}

async function run(target: object, lines: readonly string[], ids?: ReadonlyMap<string, string>) {
  const problems: ImportProblem[] = []
  const { rows } = await importRows(target, lines as string[], {
    onProblem: (each) => void problems.push(each),
    ...(ids && { ids }),
  })
  return { rows, why: problems.map(({ model, why }) => `${model}: ${why}`) }
}

/** The lines of an export with these rows, in one page for each model. */
async function fileOf(header: Header, rows: readonly Partial<Record<ModelName, object>>[]) {
  const models: readonly ModelName[] = ["user", "account", "session"]
  const lines = [JSON.stringify(header)]
  let hash = await hashHeader(header)
  const counts: Record<string, number> = {}
  for (const model of models) {
    const own = rows.filter((row) => model in row).map((row) => JSON.stringify(row))
    const end = { model, rows: own.length, next: null }
    hash = await hashPage(hash, own, end)
    counts[model] = own.length
    lines.push(...own, JSON.stringify({ page: { ...end, hash } }))
  }
  return [...lines, JSON.stringify({ end: { rows: counts, hash: await hashEnd(hash, counts) } })]
}

const unproven = expect.stringMatching(/^user: .*cannot be shown that both are the same person\.$/)
const skipped = ["account: Its user was not imported.", "session: Its user was not imported."]

describe("SEC-S3: without an email", () => {
  test("two users with the same given id are not taken for the same person", async () => {
    const target = memoryAdapter()
    await target.createUser({ id: "1" })
    await target.linkAccount(account("1", "stranger"))
    const { rows, why } = await run(target, await exportOf(["1"]))
    expect(why).toEqual([unproven, ...skipped])
    expect(rows).toMatchObject({ user: { different: 1 }, account: { refused: 1 }, session: { refused: 1 } })
    expect(await target.getSessionAndUser("canary-1")).toBeNull()
  })

  test("a user with an id of an earlier run is not taken for the one that run created", async () => {
    const target = memoryAdapter({ schema: serial })
    const { id } = await createNobody(target)
    const { why } = await run(target, await exportOf(["old"]), new Map([["old", id]]))
    expect(why).toEqual([unproven, ...skipped])
    expect(await target.getSessionAndUser("canary-old")).toBeNull()
  })

  test("the same id in another export is another person", async () => {
    for (const schema of [undefined, serial]) {
      const target = memoryAdapter(schema ? { schema } : {})
      await run(target, await exportOf([], ["1"]))
      const { why } = await run(target, await exportOf(["1"]))
      expect(why).toEqual([unproven, ...skipped])
    }
  })

  test("a later export of the same people finds them by their accounts", async () => {
    const target = memoryAdapter({ schema: serial })
    await run(target, await exportOf(["1", "2"]))
    const { why, rows } = await run(target, await exportOf(["1", "2", "3"]))
    expect([why, rows.user]).toEqual([[], expect.objectContaining({ equal: 2, created: 1 })])
    expect(await upkeep(target)?.count("user")).toBe(3)
  })

  test("a user that the target has twice is reported", async () => {
    const target = memoryAdapter({ schema: serial })
    const source = memoryAdapter()
    await source.createUser({ id: "1" })
    for (const id of ["a", "b"]) await source.linkAccount(account("1", id))
    for (const id of ["a", "b"]) await target.linkAccount(account((await createNobody(target)).id, id))
    const { rows, why } = await run(target, await exportedLines(source))
    expect(why[0]).toBe("user: Several users of the target have its accounts and passkeys.")
    expect(rows).toMatchObject({ user: { refused: 1 }, account: { refused: 2 } })
  })

  test("a user with a given id whose account another user has is reported", async () => {
    const target = memoryAdapter()
    await target.linkAccount(account((await target.createUser({ id: "2" })).id, "gh-1"))
    const { why } = await run(target, await exportOf(["1"]))
    expect(why).toEqual(["user: Another user has its accounts and passkeys.", ...skipped])
  })

  test("users of lines that can be read only once are reported", async () => {
    const lines = await exportOf(["1"])
    const problems: string[] = []
    await importRows(memoryAdapter(), lines.values(), { onProblem: ({ why }) => void problems.push(why) })
    expect(problems[0]).toMatch(/pass an array, or a function/)
  })

  test("a target that cannot create them exactly once reports them", async () => {
    const adapter = memoryAdapter({ schema: serial })
    const { why } = await run(
      { ...adapter, createUser: adapter.createUser.bind(null) },
      await exportOf(["1"]),
    )
    expect(why[0]).toMatch(/was replaced\.$/)
    expect(await upkeep(adapter)?.count("user")).toBe(0)
  })

  test("the mark of an import stays only on users with nothing else, and is not imported again", async () => {
    const [first, second] = [memoryAdapter({ schema: serial }), memoryAdapter()]
    await run(first, await exportOf(["3"]))
    // The user "2" of the first target keeps the mark of "1", which is another user there.
    await run(first, await exportOf([], ["1"]))
    const { rows: accounts } = (await upkeep(first)?.page("account")) ?? { rows: [] }
    expect(accounts.map(({ provider }) => provider).sort()).toEqual(["github", "mortise-import"])
    const { rows, why } = await run(second, await exportedLines(first))
    expect([why, rows.account]).toEqual([[], expect.objectContaining({ created: 1, expired: 1 })])
  })
})

test("SEC-S3: rows whose user is not in the file are not given to a user with its id", async () => {
  const schema = defineSchema({ ids: "given" })
  const lines = await exportOf(["1", "2"])
  const without = lines.filter((line) => !line.includes('{"user":{"id":"1"'))
  const [header = ""] = lines
  const rows = without
    .filter((line) => /^\{"(user|account|session)"/.test(line))
    .map((line) => JSON.parse(line))
  const target = memoryAdapter({ schema })
  await target.createUser({ id: "1", email: "mallory@example.com" })
  const { why } = await run(target, await fileOf(JSON.parse(header), rows))
  expect(why).toEqual(skipped)
  expect(await target.getSessionAndUser("canary-1")).toBeNull()
  expect((await target.getSessionAndUser("canary-2"))?.user.id).toBe("2")
})

test("SEC-S3: a mapped user is compared by its email before anything is added to it", async () => {
  const source = memoryAdapter()
  await source.createUser({ id: "old", email: "ada@example.com" })
  await source.createSession({ sessionToken: "canary", userId: "old", expires: later })
  const target = memoryAdapter({ schema: serial })
  const { id } = await target.createUser({ email: "mallory@example.com" })
  const { rows, why } = await run(target, await exportedLines(source), new Map([["old", id]]))
  expect(why).toEqual([expect.stringMatching(/has another email now/), "session: Its user was not imported."])
  expect(rows).toMatchObject({ user: { different: 1 }, session: { refused: 1 } })
  expect(await target.getSessionAndUser("canary")).toBeNull()
})

describe.each(["given", "serial"] as const)("SEC-S3: with %s ids, an import", (ids) => {
  const schema = defineSchema({ ids })
  const people = ["1", "2", "3"]

  const expectOnce = async (target: Adapter, lines: readonly string[]) => {
    const { why, rows } = await run(target, lines)
    expect([why, rows.user, rows.session]).toEqual([
      [],
      expect.objectContaining({ equal: 4, created: 0 }),
      expect.objectContaining({ equal: 3, created: 0 }),
    ])
    expect(await upkeep(target)?.count("user")).toBe(4)
    for (const id of people) {
      const owner = await target.getUserByAccount({ provider: "github", providerAccountId: `gh-${id}` })
      expect((await target.getSessionAndUser(`canary-${id}`))?.user.id).toBe(owner?.id)
    }
  }

  test("that ends at any statement creates no user twice", async () => {
    const lines = await exportOf(people, ["4"])
    for (let last = 1, isOver = false; !isOver; last += 2) {
      const database = openLibsql()
      await migrate(database.adapter({ schema }))
      let statements = 0
      const onStatement = () => {
        if (++statements > last) throw new MortiseError("unavailable", "The process is gone.")
      }
      isOver = await run(database.adapter({ schema, onStatement }), lines).then(
        () => true,
        () => false,
      )
      const target = database.adapter({ schema })
      expect((await run(target, lines)).why).toEqual([])
      await expectOnce(target, lines)
    }
  })

  test("that runs several times at once creates no user twice", async () => {
    const lines = await exportOf(people, ["4"])
    const target = memoryAdapter({ schema })
    const reports = await Promise.all([1, 2, 3].map(() => run(target, lines)))
    expect(reports.flatMap(({ why }) => why)).toEqual([])
    await expectOnce(target, lines)
  })

  test("that was overtaken by another run creates no user twice", async () => {
    const lines = await exportOf(people, ["4"])
    const target = memoryAdapter({ schema })
    const inside = internals(target)
    let overtaken: Promise<unknown> | undefined
    const signUp = async (rows: Parameters<Extras["signUp"]>[0]) => {
      overtaken ??= run(target, lines)
      await overtaken
      return inside?.extras.signUp(rows)
    }
    const slow = { ...target, [mortise]: { ...inside, extras: { ...inside?.extras, signUp } } }
    expect((await run(slow, lines)).why).toEqual([])
    await expectOnce(target, lines)
  })
})
