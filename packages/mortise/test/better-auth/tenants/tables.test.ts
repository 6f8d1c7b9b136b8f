import Sqlite from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { inspect, migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import { fill, forCaller, openTenants, options, tenants } from "./open-tenants.ts"

function open() {
  const client = new Sqlite(":memory:")
  onTestFinished(() => void client.close())
  const withTenants = { options: { ...options, database: mortiseDatabase(client, forCaller) } }
  const without = { options: { ...options, database: mortiseDatabase(client) } }
  return { client, withTenants, without }
}

test("each key starts with the tenant, and so does each reference", async () => {
  const { client, withTenants } = open()
  const { steps } = await migrate(withTenants)
  expect(steps.length).toBeGreaterThan(10)
  expect((await migrate(withTenants)).steps).toEqual([])
  expect(await inspect(withTenants)).toEqual({ ok: true, findings: [] })

  const tables = client.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string
  }[]
  expect(tables.length).toBeGreaterThan(7)
  for (const { name } of tables) {
    const indexes = client.prepare(`PRAGMA index_list("${name}")`).all() as { name: string }[]
    const firsts = indexes.map(
      (index) => (client.prepare(`PRAGMA index_info("${index.name}")`).all() as { name: string }[])[0]?.name,
    )
    expect([name, new Set(firsts)]).toEqual([name, new Set(["tenant"])])
    const references = client.prepare(`PRAGMA foreign_key_list("${name}")`).all() as {
      id: number
      seq: number
      from: string
      to: string
    }[]
    const starts = references.filter(({ seq }) => seq === 0).map(({ from, to }) => `${from} ${to}`)
    expect(starts.every((start) => start === "tenant tenant")).toBe(true)
    expect(references.length).toBe(2 * starts.length)
  }
})

test("another program cannot store a row that refers to another tenant", async () => {
  const { adapter, client } = await openTenants()
  await tenants.run("acme", () => fill(adapter, "acme"))
  const insert = (tenant: string) =>
    client.exec(
      `INSERT INTO session (id, tenant, token, userId, expiresAt, createdAt, updatedAt) VALUES ('x', '${tenant}', 'x', 'ada', 0, 0, 0)`,
    )
  expect(() => insert("globex")).toThrow(/FOREIGN KEY/)
  insert("acme")
})

test("tables without tenants are refused, and so are tables with tenants that the options do not name", async () => {
  const { withTenants, without } = open()
  await migrate(without)
  const { steps, refusals } = await plan(withTenants)
  expect(steps).toEqual([])
  expect(refusals).toContainEqual(
    expect.objectContaining({
      code: "missing_column",
      what: "user.tenant",
      why: expect.stringContaining("copy the rows"),
    }),
  )
  await expect(migrate(withTenants)).rejects.toMatchObject({ code: "conflict" })
  expect((await inspect(withTenants)).ok).toBe(false)

  const other = open()
  await migrate(other.withTenants)
  await expect(migrate(other.without)).rejects.toThrow(/tenant/)
})

test("a new required field is filled in the rows of every tenant", async () => {
  const { adapter, client, snapshot } = await openTenants()
  for (const tenant of ["acme", "globex"]) await tenants.run(tenant, () => fill(adapter, tenant))
  const user = { additionalFields: { handle: { type: "string" as const, required: true } } }
  const auth = { options: { ...options, user, database: mortiseDatabase(client, forCaller) } }
  await migrate(auth, { fill: { "user.handle": ({ name }) => `handle of ${name}` } })
  for (const tenant of ["acme", "globex"])
    expect(JSON.stringify(snapshot(tenant))).toContain(`handle of ada of ${tenant}`)
})
