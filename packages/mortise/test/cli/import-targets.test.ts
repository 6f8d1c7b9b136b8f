import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import { describe, expect, onTestFinished, test } from "vitest"
import { toOpenStore } from "../../src/cli/configuration/open-store.ts"
import { openIds } from "../../src/cli/files/import-ids.ts"
import { mortise } from "../../src/contract/has-internals.ts"
import { internals } from "../../src/contract/internals.ts"
import { type Adapter, defineSchema, MortiseError, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { addPerson, commandsOn } from "./support/adapter-in-process.ts"
import { openDatabase } from "./support/database.ts"

/** A database that assigns ids. */
async function openSerial(url = `file:${join(temporaryTree({}), "auth.db")}`) {
  const client = createClient({ url })
  onTestFinished(() => client.close())
  const adapter = libsqlAdapter(client, { schema: defineSchema({ ids: "serial" }) })
  await migrate(adapter)
  return { adapter, client, run: commandsOn(adapter) }
}

/** An export of Ada, Bob, and Eve, who has no email. */
async function open() {
  const source = await openDatabase()
  await addPerson(source.adapter, "ada")
  await addPerson(source.adapter, "bob")
  await addPerson(source.adapter, "eve", null)
  const file = join(source.folder, "people.jsonl")
  expect((await source.run("export", file)).code).toBe(0)
  return { file, ids: `${file}.ids`, people: ["ada", "bob", "eve"] }
}

/** Whose session it is, by the account of its user. */
async function ownerOf(adapter: Adapter, name: string) {
  const session = await adapter.getSessionAndUser(`canary-${name}`)
  const owner = await adapter.getUserByAccount({ provider: "github", providerAccountId: name })
  return session && session.user.id === owner?.id ? name : session && "somebody else"
}

const ownersOf = (adapter: Adapter, names: readonly string[]) =>
  Promise.all(names.map((name) => ownerOf(adapter, name)))

const foreign = [1, expect.stringMatching(/ends in \.ids, belongs to another database: delete it/)]

describe("SEC-S3: mortise import with the ids of an earlier run", () => {
  test("into another database is refused, and succeeds without them", async () => {
    const { file, ids, people } = await open()
    const [staging, production] = [await openSerial(), await openSerial()]
    for (const name of ["mallory", "trudy"]) await addPerson(production.adapter, name)
    expect((await staging.run("import", file)).code).toBe(0)
    const { code, stderr } = await production.run("import", file)
    expect([code, stderr]).toEqual(foreign)
    expect(await upkeep(production.adapter)?.count("user")).toBe(2)
    rmSync(ids)
    expect((await production.run("import", file)).code).toBe(0)
    expect((await production.run("import", file)).code).toBe(0)
    expect(await ownersOf(production.adapter, [...people, "mallory", "trudy"])).toEqual([
      ...people,
      "mallory",
      "trudy",
    ])
    expect((await staging.run("import", file)).stderr).toMatch(/belongs to another database/)
  })

  test("into a database that was created again is refused", async () => {
    const { file } = await open()
    const first = await openSerial()
    expect((await first.run("import", file)).code).toBe(0)
    const { code, stderr } = await (await openSerial()).run("import", file)
    expect([code, stderr]).toEqual(foreign)
  })

  test("into a database that was restored gives nothing to people who have the ids now", async () => {
    const { file, people } = await open()
    const target = await openSerial()
    const backup = join(temporaryTree({}), "auth.db")
    await addPerson(target.adapter, "first")
    // The identity is older than the backup.
    const empty = await openDatabase()
    const nothing = join(empty.folder, "none.jsonl")
    await empty.run("export", nothing)
    expect((await target.run("import", nothing)).code).toBe(0)
    await target.client.execute(`VACUUM INTO '${backup}'`)
    expect((await target.run("import", file)).code).toBe(0)

    const restored = await openSerial(`file:${backup}`)
    const strangers = ["mallory", "trudy"]
    for (const name of strangers) await addPerson(restored.adapter, name)
    await restored.adapter.createUser({ email: null } as never)
    const { code, stderr } = await restored.run("import", file)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/has another email now/)])
    expect(stderr).toMatch(/cannot be shown that both are the same person/)
    expect(await ownersOf(restored.adapter, [...people, ...strangers])).toEqual([
      null,
      null,
      null,
      ...strangers,
    ])
  })

  test("are forgotten when the database has no users: it may assign them again", async () => {
    const adapter = memoryAdapter({ schema: defineSchema({ ids: "serial" }) })
    const [store, file] = [await toOpenStore(adapter), join(temporaryTree({}), "people.jsonl.ids")]
    const known = async (add?: string) => {
      const ids = await openIds(store, file)
      if (add !== undefined) ids?.add(add, "1")
      ids?.close()
      return ids && [...ids.known]
    }
    expect([await known("old"), await known()]).toEqual([[], []])
    await adapter.createUser({ email: "ada@example.com" })
    expect(await known()).toEqual([["old", "1"]])
  })

  test("finds users whose other values were changed since, and adds what is missing", async () => {
    const { file } = await open()
    const target = await openSerial()
    await target.run("import", file)
    const ada = await target.adapter.getUserByEmail("ada@example.com")
    await target.adapter.updateUser({ id: ada?.id ?? "", name: "Ada" })
    await target.adapter.deleteSession("canary-ada")
    const { stderr } = await target.run("import", file)
    expect(stderr).toMatch(/^line \d+, user: The target has a user with this key and other values\.\n$/)
    expect(await ownerOf(target.adapter, "ada")).toBe("ada")
  })

  test("is not used where the store has no place for its identity: users are compared with their rows", async () => {
    const { file, ids, people } = await open()
    const target = await openSerial()
    for (const name of ["mallory", "trudy", "peggy"]) await addPerson(target.adapter, name)
    const users = readFileSync(file, "utf8").matchAll(/^\{"user":\{"id":"([^"]+)"/gm)
    const lines = [...users].map(([, id], nth) => JSON.stringify([id, `${nth + 1}`]))
    writeFileSync(ids, `${lines.join("\n")}\n`)
    const claim = async () => {
      throw new MortiseError("unavailable", "There is no table for slot.")
    }
    const inside = internals(target.adapter)
    const run = commandsOn({
      ...target.adapter,
      [mortise]: { ...inside, slots: { ...inside?.slots, claim } },
    })
    expect((await run("import", file)).code).toBe(0)
    expect(await ownersOf(target.adapter, [...people, "mallory"])).toEqual([...people, "mallory"])
  })
})

describe("SEC-S3: the file with the ids", () => {
  test.each([
    ["of an earlier version", '["old","1"]\n', /belongs to another database: delete it/],
    ["of another kind", "precious\n", /is damaged: delete it/],
  ])("%s is refused, and not changed", async (_, text, message) => {
    const { file, ids } = await open()
    const target = await openSerial()
    writeFileSync(ids, text)
    const { code, stderr } = await target.run("import", file)
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
    expect([await upkeep(target.adapter)?.count("user"), readFileSync(ids, "utf8")]).toEqual([0, text])
  })

  test("that was being written when the program was killed is continued", async () => {
    const { file, ids } = await open()
    const target = await openSerial()
    await target.run("import", file)
    const whole = readFileSync(ids, "utf8")
    for (const cut of [1, 2, 30, 50, whole.length - 1]) {
      writeFileSync(ids, whole.slice(0, cut))
      expect((await target.run("import", file)).code).toBe(0)
    }
    appendFileSync(ids, '["')
    expect((await target.run("import", file)).code).toBe(0)
    expect(await upkeep(target.adapter)?.count("user")).toBe(3)
  })
})
