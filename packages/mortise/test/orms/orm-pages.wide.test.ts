import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { sourcePaths } from "../../../../scripts/source/source-paths.ts"
import { blocksIn } from "../house/support/examples.ts"
import { runModules } from "../house/support/run-modules.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms } from "./install.ts"
import { postgresDatabases } from "./support/databases.ts"

await installOrms()
const folder = fileURLToPath(new URL(".cache/pages/", import.meta.url))

const server = openForTests(postgresDatabases.serve)

/** The tables that a reader of the page has. `user` and `projects` are the reader's own. */
const tablesOf = (code: string): readonly string[] =>
  code.includes("await migrate(")
    ? []
    : [
        ...postgresDatabases.tables,
        "CREATE TABLE projects (owner text)",
        `CREATE TABLE "user" (id text PRIMARY KEY, name text, email text, "emailVerified" timestamptz(3), image text, role text NOT NULL DEFAULT 'member')`,
      ]

/** Examples that need an official adapter, or entities of the reader. */
const needsMore = /@auth\/|dist\/entities/

/** Each example runs in a database of its own. All run in one process, because each has a pool that may stay open. */
test("the examples on the ORM pages run unchanged", async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const names: string[] = []
  for (const page of ["drizzle", "knex", "kysely", "mikro-orm", "sequelize", "typeorm"]) {
    const text = await readFile(join(root, `docs/orms/${page}.md`), "utf8")
    for (const { code, line } of blocksIn(page, text)) {
      if (!code.includes('"postgres://localhost/app"') || needsMore.test(code)) continue
      const url = await server.database()
      await postgresDatabases.execute(url, ...tablesOf(code))
      names.push(`${page}-${line}.ts`)
      await writeFile(join(folder, `${page}-${line}.ts`), code.replaceAll("postgres://localhost/app", url))
    }
  }
  expect(names.length).toBeGreaterThan(12)
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions: { paths: sourcePaths() } }),
  )
  expect(runModules(folder, names)).toEqual({})
})
