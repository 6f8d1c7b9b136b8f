import { describe, expect, test } from "vitest"
import { date, defineSchema, type Schema, text } from "../../src/index.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { clients, openLibsql } from "../support/databases.ts"

let count = 0
const joined = new Date("2026-07-08T09:10:11.012Z")
const schema: Schema = defineSchema({
  user: {
    fields: { ref: text({ default: () => `ref ${++count}` }), joined: date({ default: () => joined }) },
  },
  verificationToken: { fields: { ref: text({ default: () => `ref ${++count}` }) } },
})

describe.each(clients)("a default that is a function, on %s", (_, open) => {
  test("gives each existing row its own value", async () => {
    const { adapter, rows, run } = open()
    await migrate(adapter())
    const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)"
    await run(
      `INSERT INTO users (id, email) ${many} SELECT 1000 - i, i || '@example.com' FROM n`,
      "INSERT INTO verification_tokens (identifier, token, expires) VALUES ('a', 't', 1), ('a', 'u', 1), ('b', 't', 1)",
    )
    const extended = adapter({ schema })
    const { steps, refusals } = await plan(extended)
    expect(refusals).toEqual([])
    expect(steps.map(({ statement, rows }) => [statement, rows])).toEqual([
      ['ALTER TABLE "users" ADD COLUMN "ref" TEXT', undefined],
      ['ALTER TABLE "users" ADD COLUMN "joined" INTEGER', undefined],
      ['ALTER TABLE "verification_tokens" ADD COLUMN "ref" TEXT', undefined],
      ['UPDATE "users" SET "ref" = ? WHERE "id" = ? AND "ref" IS NULL', 450],
      ['UPDATE "users" SET "joined" = ? WHERE "id" = ? AND "joined" IS NULL', 450],
      [
        'UPDATE "verification_tokens" SET "ref" = ? WHERE "identifier" = ? AND "token" = ? AND "ref" IS NULL',
        3,
      ],
    ])
    await migrate(extended)
    expect(await inspect(extended)).toEqual({ ok: true, findings: [] })
    expect(await rows("SELECT count(DISTINCT ref), min(joined), max(joined) FROM users")).toEqual([
      [450, joined.getTime(), joined.getTime()],
    ])
    expect(await rows("SELECT count(DISTINCT ref) FROM verification_tokens")).toEqual([[3]])
  })

  test("is given later to rows that an older process stored", async () => {
    const { adapter } = open()
    const extended = adapter({ schema })
    await migrate(extended)
    const { id } = await adapter().createUser({ email: "late@example.com" })
    expect(await inspect(extended)).toMatchObject({
      ok: true,
      findings: [
        { code: "unfilled_rows", table: "users", column: "ref", rows: 1 },
        { code: "unfilled_rows", table: "users", column: "joined", rows: 1 },
      ],
    })
    expect(await migrate(extended)).toMatchObject({ version: 1, steps: [{ rows: 1 }, { rows: 1 }] })
    expect(await extended.getUser(id)).toMatchObject({ ref: `ref ${count}`, joined })
    expect(await inspect(extended)).toEqual({ ok: true, findings: [] })
  })
})

test("a default that returns nothing is refused instead of being called forever", async () => {
  const { adapter } = openLibsql()
  await migrate(adapter())
  await adapter().createUser({ email: "ada@example.com" })
  const nothing = defineSchema({ user: { fields: { ref: text({ default: () => undefined as never }) } } })
  await expect(migrate(adapter({ schema: nothing as Schema }))).rejects.toMatchObject({
    code: "invalid",
    model: "user",
    fields: ["ref"],
  })
})
