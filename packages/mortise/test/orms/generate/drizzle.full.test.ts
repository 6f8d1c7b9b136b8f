import { describe, expect, test } from "vitest"
import { generate } from "../../../src/stores/sql/generate/index.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installOrms } from "../install.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import { schemas } from "./schemas.ts"
import { writeGenerated } from "./write-module.ts"

await installOrms()
const { withAdapter } = await import("./migrated.ts")
const { pushWithDrizzle } = await import("./drizzle-kit.ts")

describe.each([postgresDatabases, mariadbDatabases, sqliteDatabases])("Drizzle on $engine", (databases) => {
  const server = openForTests(databases.serve)

  describe.each(schemas)("%s", (name, schema) => {
    const { engine } = databases
    const file = writeGenerated(
      `drizzle-${engine}-${name.replaceAll(/\W+/g, "-")}.ts`,
      generate(schema, "drizzle", { engine }),
    )

    test("the tables of drizzle-kit and those of migrate are the same to both", async () => {
      const [pushed, migrated] = [await server.database(), await server.database()]
      await pushWithDrizzle(engine, pushed, file)
      const { findings } = await withAdapter(databases, pushed, schema, (adapter) => inspect(adapter))
      expect(findings.map(({ why }) => why)).toEqual([])
      await withAdapter(databases, migrated, schema, (adapter) => migrate(adapter))
      // On MariaDB, and on SQLite for some defaults and indexes, drizzle-kit finds differences in its own tables too.
      const own = engine === "postgres" ? [] : await pushWithDrizzle(engine, pushed, file)
      expect(await pushWithDrizzle(engine, migrated, file)).toEqual(own)
    })
  })
})
