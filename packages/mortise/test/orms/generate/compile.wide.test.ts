import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { MortiseError } from "../../../src/index.ts"
import { generate } from "../../../src/stores/sql/generate/index.ts"
import { installOrms } from "../install.ts"
import { allSchemas } from "./schemas.ts"
import { writeGenerated } from "./write-module.ts"

const schemas = Object.entries(allSchemas)
const engines = ["postgres", "mysql", "sqlite"] as const
const targets = ["drizzle", "kysely", "typeorm"] as const

const useOfKysely = `import { Kysely } from "kysely"
import type { Database } from "./compiled-kysely-postgres-0.ts"

export async function use(db: Kysely<Database>) {
  await db.insertInto("users").values({ id: "1", nickname: "Ada" }).execute()
  const user = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow()
  user.plan satisfies "free" | "paid"
  user.logins satisfies string
  user.lastSeen satisfies Date | null
  // @ts-expect-error: nickname is required
  await db.insertInto("users").values({ id: "1" }).execute()
}
`

test("generated modules compile, and Kysely checks queries by them", async () => {
  await installOrms()
  for (const engine of engines)
    for (const target of targets)
      for (const [nth, [, schema]] of schemas.entries())
        writeGenerated(`compiled-${target}-${engine}-${nth}.ts`, generate(schema, target, { engine }))
  const file = writeGenerated("compiled-use-of-kysely.ts", useOfKysely)
  const root = fileURLToPath(new URL("../../../../..", import.meta.url))
  const { stdout } = spawnSync("npx", ["tsc", "-p", fileURLToPath(new URL(".", `file://${file}`))], {
    cwd: root,
    encoding: "utf8",
  })
  expect(stdout).toBe("")
})

test("the text is the same at every call", () => {
  for (const [, schema] of schemas)
    for (const target of [...targets, "prisma", "sql"] as const)
      expect(generate(schema, target, { engine: "postgres" })).toBe(
        generate(schema, target, { engine: "postgres" }),
      )
})

test("an unknown target or engine is refused", () => {
  const [[, schema]] = schemas as [[string, (typeof schemas)[number][1]]]
  expect(() => generate(schema, "hibernate" as never, { engine: "mysql" })).toThrow(MortiseError)
  expect(() => generate(schema, "sql", { engine: "oracle" as never })).toThrow("use postgres, mysql, sqlite")
})
