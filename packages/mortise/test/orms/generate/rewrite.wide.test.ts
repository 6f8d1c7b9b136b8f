import { describe, expect, test } from "vitest"
import type { Schema } from "../../../src/contract/schema.ts"
import { type GenerateTarget, generate } from "../../../src/stores/sql/generate/index.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installOrms } from "../install.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { Rewrite } from "./rewrite.ts"
import { schemas } from "./schemas.ts"
import { writeGenerated } from "./write-module.ts"

await installOrms()
const { withAdapter } = await import("./migrated.ts")
const { readRows, storeRows } = await import("./rows.ts")
const { rewriteWithDrizzle } = await import("./rewrite-drizzle.ts")
const { rewriteWithKysely } = await import("./rewrite-kysely.ts")
const { rewriteWithPrisma } = await import("./rewrite-prisma.ts")
const { changesOfTypeorm, rewriteWithTypeorm } = await import("./typeorm-source.ts")

const targets: readonly (readonly [GenerateTarget, string, (schema: Schema) => Rewrite])[] = [
  ["drizzle", "ts", () => rewriteWithDrizzle],
  ["prisma", "prisma", () => rewriteWithPrisma],
  ["kysely", "ts", rewriteWithKysely],
  ["typeorm", "ts", () => rewriteWithTypeorm],
]

describe.each([postgresDatabases, mariadbDatabases, sqliteDatabases])("on $engine", (databases) => {
  const { engine } = databases
  const server = openForTests(databases.serve)

  describe.each(schemas)("%s", (name, schema) => {
    const fileOf = (target: GenerateTarget, ending: string) =>
      writeGenerated(
        `${target}-${engine}-${name.replaceAll(/\W+/g, "-")}.${ending}`,
        generate(schema, target, { engine }),
      )

    test.each(targets)(
      "%s reads and writes every field in the tables of migrate",
      async (target, ending, rewriteBy) => {
        const url = await server.database()
        const stored = await withAdapter(databases, url, schema, async (adapter) => {
          await migrate(adapter)
          await storeRows(adapter, schema)
          return readRows(adapter)
        })
        const rows = await rewriteBy(schema)(engine, url, fileOf(target, ending))
        expect(rows).toHaveLength(6)
        expect(await withAdapter(databases, url, schema, readRows)).toEqual(stored)
      },
    )

    test("the tables of TypeORM and those of migrate are the same to both", async () => {
      const [made, migrated] = [await server.database(), await server.database()]
      const file = fileOf("typeorm", "ts")
      const own = await changesOfTypeorm(engine, made, file, (source) => source.synchronize())
      const { findings } = await withAdapter(databases, made, schema, (adapter) => inspect(adapter))
      // TypeORM cannot create an index on an expression.
      expect(findings.filter(({ code }) => code !== "missing_email_index")).toEqual([])
      await withAdapter(databases, migrated, schema, (adapter) => migrate(adapter))
      // On MariaDB, TypeORM finds differences in its own tables too.
      expect(await changesOfTypeorm(engine, migrated, file)).toEqual(engine === "mysql" ? own : [])
    })

    test("the SQL creates the tables of migrate", async () => {
      const url = await server.database()
      const statements = generate(schema, "sql", { engine }).split(/;\n+/).filter(Boolean)
      await databases.execute(url, ...statements)
      const { findings } = await withAdapter(databases, url, schema, (adapter) => inspect(adapter))
      expect(findings).toEqual([])
    })
  })
})
