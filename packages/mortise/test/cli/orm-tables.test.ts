import { createClient } from "@libsql/client"
import { describe, expect, test } from "vitest"
import { mortise } from "../../src/contract/has-internals.ts"
import { internals } from "../../src/contract/internals.ts"
import { defineSchema, type Schema } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { createTablesSchema } from "../../src/stores/sql/orms/tables/create-tables-schema.ts"
import { newFile } from "../support/databases.ts"
import { column, tablesWith } from "../unit/stores/orm-tables/tables.ts"
import { commandsOn } from "./support/adapter-in-process.ts"

const integer = { type: "integer" }
const described = tablesWith(
  {
    user: [column("id", { notNull: true }), column("emailVerified", integer), column("role")],
    session: [column("expires", { ...integer, notNull: true })],
  },
  "sqlite",
)

/** Tables that lack a column, a key, indexes, a table, and the index on emails. */
const lacking = `
  CREATE TABLE user (id text PRIMARY KEY, name text, email text UNIQUE, emailVerified integer, image text);
  CREATE TABLE account (userId text NOT NULL REFERENCES user (id) ON DELETE CASCADE, type text NOT NULL,
    provider text NOT NULL, providerAccountId text NOT NULL, access_token text, refresh_token text, id_token text,
    expires_in real, expires_at real, scope text, token_type text, session_state text)`

async function commandsFor(schema: Schema, factory?: string) {
  const client = createClient({ url: `file:${newFile()}` })
  await client.executeMultiple(lacking)
  const adapter = libsqlAdapter(client, { schema, onWarning: false })
  return commandsOn(factory === undefined ? adapter : through(factory, adapter))
}

/** An adapter as the factory of an ORM makes it. */
function through(factory: string, adapter: object): object {
  const inside = internals(adapter)
  return { ...adapter, [mortise]: { ...inside, migration: { ...(inside?.migration as object), factory } } }
}

const sql = /CREATE (UNIQUE )?(TABLE|INDEX)|ALTER TABLE|run npx mortise migrate|statements in fix/

describe.each([
  [
    "Drizzle",
    [
      /role: text\("role"\)/,
      /uniqueIndex\("user_email_lower_key"\)/,
      /uniqueIndex\("account_provider_providerAccountId_key"\)\.on\(table\.provider, table\.providerAccountId\)/,
      /sqliteTable\(\s*"session"/,
    ],
  ],
  [
    "Prisma",
    [
      /role +String\?/,
      /@@unique\(\[provider, providerAccountId\]\)/,
      /model Session \{\n {2}sessionToken/,
      /Prisma cannot describe this index/,
    ],
  ],
  [
    "TypeORM",
    [
      /@Column\(.*\)\n {2}role!: string/,
      /@Index\("account_userId_idx", \["userId"\]\)/,
      /@Entity\("session"\)/,
    ],
  ],
  [
    "Sequelize",
    [
      /^table account\n {2}unique key: provider, providerAccountId$/m,
      /^ {2}unique index: email in lower case$/m,
      /^ {2}column role: text$/m,
      /^new table session\n {2}column sessionToken: text, not null$/m,
    ],
  ],
  ["MikroORM", [/^ {2}index: userId$/m, /foreign key: userId, to id of the users table, on delete cascade/]],
] as const)("tables that %s manages", (orm, wanted) => {
  const schema = createTablesSchema({ ...described, orm }, { factory: "anyAdapter" })

  test.each(["doctor", "status", "migrate"])(
    "mortise %s prints what to add in its language, not as SQL",
    async (name) => {
      const run = await commandsFor(schema)
      const { stdout, stderr } = await run(name)
      for (const part of wanted) expect(stdout).toMatch(part)
      expect(stdout).toContain(`Add it to the schema of ${orm}`)
      const text =
        orm === "Prisma" || orm === "TypeORM" ? stdout.replace(/^\/\/ .*cannot describe.*$/m, "") : stdout
      expect(text + stderr).not.toMatch(sql)
      const { schema: printed, findings = [] } = JSON.parse((await run(name, "--json")).stdout)
      expect(printed).toEqual({ orm, text: expect.stringMatching(wanted[0]) })
      expect(findings.filter(({ fix }: { fix?: unknown }) => fix)).toEqual([])
    },
  )

  test("migrate --check fails, and --sql writes no file", async () => {
    const run = await commandsFor(schema)
    expect((await run("migrate", "--check")).code).toBe(1)
    const { code, stderr } = await run("migrate", "--sql", "/nowhere")
    expect([code, stderr]).toEqual([1, `${orm} manages these tables, so nothing was changed or written.\n`])
  })
})

test.each([
  ["kyselyAdapter", "Kysely", /^table User\n {2}primary key: id\n {2}unique index: email in lower case$/m],
  ["knexAdapter", "Knex", /^ {2}index: userId$/m],
  [
    "sequelizeAdapter",
    "Sequelize",
    /^table Account\n {2}column id: text\n {2}unique key: provider, providerAccountId\n/m,
  ],
])("tables of an official adapter through %s are described for it", async (factory, orm, wanted) => {
  const schema = defineSchema({ preset: "authjs-kysely" })
  const run = await commandsFor(schema, factory)
  const { stdout } = await run("doctor")
  expect(stdout).toContain(`Add it to the schema of ${orm}`)
  expect(stdout).toMatch(wanted)
  expect(stdout).not.toMatch(sql)
})

test("tables of Mortise through an ORM are those of mortise migrate, if it has created them", async () => {
  const client = createClient({ url: `file:${newFile()}` })
  const run = commandsOn(through("drizzleAdapter", libsqlAdapter(client)))
  expect((await run("doctor")).stdout).toContain("fix: run npx mortise migrate")
  expect((await run("status")).stdout).toContain(
    "Run npx mortise migrate, or the migrations of Drizzle if its schema has the tables",
  )
  await run("migrate")
  await client.execute('DROP INDEX "sessions_userId_idx"')
  expect((await run("doctor")).stdout).toContain('fix: CREATE INDEX "sessions_userId_idx"')
  await client.execute("DROP TABLE mortise_migrations")
  const { stdout } = await run("doctor")
  expect(stdout).toContain('index("sessions_userId_idx").on(table.userId)')
  expect(stdout).not.toMatch(sql)
})
