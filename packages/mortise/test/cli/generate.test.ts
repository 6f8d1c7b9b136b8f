import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { defineSchema } from "../../src/index.ts"
import { generate } from "../../src/stores/sql/generate/index.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { runCommand } from "./support/run-command.ts"

describe("mortise generate", () => {
  test.each(["drizzle", "prisma", "kysely", "typeorm", "sql"] as const)(
    "prints %s: exit 0",
    async (target) => {
      const { code, stdout, stderr } = await runCommand(["generate", target, "--engine", "postgres"])
      const text = generate(defineSchema(), target, { engine: "postgres" })
      expect([code, stdout, stderr]).toEqual([0, `${text.trimEnd()}\n`, ""])
    },
  )

  test("writes tables in a PostgreSQL schema: exit 0", async () => {
    const args = ["generate", "sql", "--pg-schema", "auth", "--engine"]
    const { code, stdout } = await runCommand([...args, "postgres"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^CREATE SCHEMA IF NOT EXISTS "auth";\n\nCREATE TABLE "auth"\."users" \(/)
    const refused = await runCommand([...args, "sqlite"])
    expect([refused.code, refused.stdout]).toEqual([2, ""])
    expect(refused.stderr).toContain("only for PostgreSQL")
    const both = await runCommand([...args, "postgres", "--config", "canary.mjs"])
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining("--pg-schema works without --config only"),
    ])
  })

  test("uses the schema and the engine of a configuration, without a database: exit 0", async () => {
    const folder = temporaryTree({
      "my.config.mjs": `
        import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
        import { defineSchema, text } from "${join(root, "packages/mortise/src/index.ts")}"
        import { libsqlAdapter } from "${join(root, "packages/mortise/src/stores/sql/adapters/libsql-adapter.ts")}"
        const schema = defineSchema({ user: { fields: { seat: text() } } })
        export const adapter = libsqlAdapter(createClient({ url: "http://127.0.0.1:1" }), { schema })`,
    })
    const { code, stdout } = await runCommand([
      ...["generate", "drizzle", "--json"],
      ...["--config", join(folder, "my.config.mjs")],
    ])
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { target: "drizzle", engine: "sqlite" }])
    expect(JSON.parse(stdout).text).toContain("seat")
  })

  test.each([
    ["no target", []],
    ["an unknown target", ["canary", "--engine", "postgres"]],
    ["no engine", ["drizzle"]],
    ["an unknown engine", ["drizzle", "--engine", "canary"]],
  ])("refuses %s: exit 2", async (_, args) => {
    const { code, stdout, stderr } = await runCommand(["generate", ...args])
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).not.toContain("canary")
  })
})
