import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { operationNames } from "../../../src/contract/operation-names.ts"
import { sqliteDialect } from "../../../src/sql/engines/sqlite/dialect.ts"
import { migrate, plan } from "../../../src/stores/sql/migrate/index.ts"
import { client } from "./clients/libsql.ts"
import { statements } from "./support/statements.ts"

const page = readFileSync(join(root, "docs/sql-statements.md"), "utf8")
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()

/** The statements under each heading of the page. */
const shown = new Map(
  [...page.matchAll(/^###? (.+)\n+```sql\n([\s\S]*?)```/gm)].map(([, heading = "", block = ""]) => [
    heading.replaceAll("`", ""),
    block.split(";").map(oneLine).filter(Boolean),
  ]),
)

let reported: ReadonlyMap<string, readonly string[]>
beforeAll(async () => {
  reported = await statements()
})

describe("the page of the statements", () => {
  test("shows the statements of each call", () => {
    expect(Object.fromEntries([...shown].filter(([heading]) => heading !== "Tables"))).toEqual(
      Object.fromEntries([...reported].map(([name, texts]) => [name, texts.map(oneLine)])),
    )
  })

  test("shows all nineteen operations", () => {
    expect([...shown.keys()]).toEqual(expect.arrayContaining([...operationNames]))
  })

  test("shows the tables that migrate creates", async () => {
    const { adapter } = await client.open(":memory:")
    const { steps } = await plan(adapter())
    const made = steps.map(({ statement }) => oneLine(statement))
    for (const text of shown.get("Tables") ?? []) expect(made).toContain(text)
    expect(shown.get("Tables")?.length).toBeGreaterThan(5)
  })
})

describe("every statement", () => {
  test("uses an index; only count reads a whole table", async () => {
    const { adapter, all } = await client.open(":memory:")
    await migrate(adapter())
    const scanning: string[] = []
    for (const [name, texts] of reported)
      for (const text of texts) {
        const steps = await all(`EXPLAIN QUERY PLAN ${text}`)
        if (steps.some(([, , , detail]) => /SCAN|TEMP B-TREE/.test(String(detail)))) scanning.push(name)
      }
    expect(scanning).toEqual(["count"])
  })

  test("contains no value", () => {
    for (const text of [...reported.values()].flat()) expect(text).not.toMatch(/ada|github|1815|'/i)
  })
})

test("only types that libsql accepts are bound: a boolean would crash the process", () => {
  const values = {
    boolean: [true, false],
    json: [true, { a: [false] }],
    date: [new Date(0)],
    integer: [0, 1],
  }
  for (const [kind, list] of Object.entries(values))
    for (const value of list)
      expect(["string", "number"]).toContain(typeof sqliteDialect.encode(kind as keyof typeof values, value))
  expect([sqliteDialect.encode("boolean", true), sqliteDialect.encode("boolean", false)]).toEqual([1, 0])
  for (const kind of ["text", "date", "integer", "number", "boolean", "json"] as const)
    expect(sqliteDialect.encode(kind, null)).toBeNull()
})

test("a change that a trigger prevents is tried eleven times, and then fails as transient", async () => {
  const { adapter, all } = await client.open(":memory:")
  const sent: string[] = []
  const made = adapter({ onStatement: (text) => sent.push(text) })
  await migrate(made)
  const { id } = await made.createUser({ email: "a@example.com" })
  const passkey = {
    ...{ credentialID: "c", userId: id, providerAccountId: "c", credentialPublicKey: "k", counter: 0 },
    ...{ credentialDeviceType: "singleDevice", credentialBackedUp: false },
  }
  await made.createAuthenticator(passkey)
  await all("CREATE TRIGGER stuck BEFORE UPDATE ON authenticators BEGIN SELECT RAISE(IGNORE); END")
  sent.length = 0
  await expect(made.updateAuthenticatorCounter("c", 1)).rejects.toMatchObject({
    code: "transient",
    message: expect.stringContaining("can be read but not changed"),
  })
  expect(sent.filter((text) => text.startsWith("UPDATE"))).toHaveLength(11)
})
