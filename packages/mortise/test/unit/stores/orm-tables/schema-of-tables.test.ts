import { describe, expect, test } from "vitest"
import type { ModelName } from "../../../../src/contract/models.ts"
import type { Schema } from "../../../../src/contract/schema.ts"
import type { OrmColumn } from "../../../../src/sql/orms/orm-table.ts"
import { createTablesSchema } from "../../../../src/stores/sql/orms/tables/create-tables-schema.ts"
import type { OrmTables } from "../../../../src/stores/sql/orms/tables/orm-tables.ts"
import { column, tablesWith } from "./tables.ts"

const read = (tables: OrmTables): Schema => createTablesSchema(tables, { factory: "drizzleAdapter" })
const fieldOf = (schema: Schema, model: ModelName, name: string) =>
  schema.models[model].fields.find((field) => field.name === name)
const userField = (given: OrmColumn, engine?: OrmTables["engine"]) =>
  fieldOf(read(tablesWith({ user: [given] }, engine)), "user", given.property)

describe("names", () => {
  test("the properties may be in camelCase or in snake_case", () => {
    const schema = read(
      tablesWith({ account: [column("accessToken")], session: [column("user_id", { notNull: true })] }),
    )
    expect(fieldOf(schema, "account", "access_token")?.column).toBe("accessToken")
    expect(fieldOf(schema, "session", "userId")?.column).toBe("user_id")
    expect(schema.models.user.table).toBe("user")
  })

  test("a column is also found by its name", () => {
    const verified = column("verified", { column: "email_verified", type: "timestamp" })
    const schema = read(tablesWith({ user: [verified] }))
    expect(fieldOf(schema, "user", "emailVerified")).toMatchObject({
      column: "email_verified",
      stored: "utc",
    })
  })
})

describe("ids and emails", () => {
  test.each([
    ["text", {}, "given"],
    ["serial", { hasDefault: true }, "serial"],
    ["integer", { hasDefault: true }, "serial"],
    ["uuid", { hasDefault: true }, "uuid"],
  ] as const)("an id of type %s", (type, rest, ids) => {
    expect(read(tablesWith({ user: [column("id", { type, notNull: true, ...rest })] })).ids).toBe(ids)
  })

  test("an id that the ORM creates comes from its function", () => {
    const id = column("id", { notNull: true, onInsert: () => "made" })
    expect(userField(id)?.default).toBe(id.onInsert)
  })

  test("a number that the database does not generate is refused", () => {
    expect(() => userField(column("id", { type: "integer", notNull: true }))).toThrow(
      "drizzleAdapter: user.id is integer, and the database does not generate it: make it a serial column, or text.",
    )
  })

  test("an email is required where the column is", () => {
    expect(userField(column("email", { notNull: true }))?.presence).toBe("required")
    expect(userField(column("email"))?.presence).toBe("nullable")
  })
})

describe("extra fields", () => {
  test.each([
    ["varchar(255)", "text"],
    ["role_of_user", "text"],
    ["bigint unsigned", "integer"],
    ["numeric(10, 2)", "number"],
    ["tinyint(1)", "boolean"],
    ["jsonb", "json"],
    ["timestamp (3) with time zone", "date"],
  ])("%s is %s", (type, kind) => {
    expect(userField(column("extraField", { type }))).toMatchObject({ kind, presence: "nullable" })
  })

  test("the ORM's kind and representation of a date come first", () => {
    expect(userField(column("banned", { type: "integer", kind: "boolean" }), "sqlite")?.kind).toBe("boolean")
    expect(userField(column("born", { type: "integer", kind: "date" }), "sqlite")?.stored).toBe("native")
  })

  const makeText = (): string => "x"
  test.each([
    [{ notNull: true }, { presence: "required" }],
    [
      { notNull: true, hasDefault: true },
      { presence: "defaulted", databaseDefault: true },
    ],
    [{ hasDefault: true }, { presence: "nullable", databaseDefault: true }],
    [{ notNull: true, hasDefault: true, onInsert: makeText }, { presence: "defaulted" }],
    [{ onInsert: makeText }, { presence: "nullable" }],
  ])("presence of %o", (given, expected) => {
    expect(userField(column("extraField", given))).toMatchObject(expected)
  })

  test("a column that no field can hold is left out, unless something must fill it", () => {
    expect(userField(column("photo", { type: "bytea" }))).toBeUndefined()
    expect(() => userField(column("photo", { type: "bytea", notNull: true }))).toThrow(
      "user.photo is bytea, which this adapter cannot fill: give it a default in the database, or allow null.",
    )
    expect(() => userField(column("tags", { type: "text[]", onInsert: () => [] }))).toThrow(
      "user.tags is text[], which only the ORM can fill",
    )
  })

  test("a required column of a session is refused: no call fills it", () => {
    expect(() => read(tablesWith({ session: [column("device", { notNull: true })] }))).toThrow(
      "drizzleAdapter: session.device is NOT NULL, and nothing fills it: give it a default, or allow null.",
    )
  })
})

describe("refusals", () => {
  test("a missing column is shown as the ORM declares it", () => {
    const { tables, ...rest } = tablesWith()
    const columns = tables.session?.columns.filter(({ property }) => property !== "expires") ?? []
    const given = { ...rest, tables: { ...tables, session: { table: "session", columns } } }
    expect(() => read(given)).toThrow(
      "drizzleAdapter: The table session has no column for session.expires. Add it to the schema of Drizzle: expires timestamptz(3) NOT NULL",
    )
    const declare = () => `expires: timestamp("expires")`
    expect(() => createTablesSchema(given, { factory: "drizzleAdapter", declare })).toThrow(declare())
  })

  test("optional fields may have no column", () => {
    const { tables, ...rest } = tablesWith()
    const columns = tables.account?.columns.filter(({ property }) => property !== "expires_in") ?? []
    const schema = read({ ...rest, tables: { ...tables, account: { table: "account", columns } } })
    expect(fieldOf(schema, "account", "expires_in")).toBeUndefined()
  })

  test("dates in a type that holds none are refused", () => {
    expect(() => read(tablesWith({ session: [column("expires", { notNull: true })] }))).toThrow(
      "session.expires is text, which is not a type for dates.",
    )
  })

  test("what the ORM's reader refuses is refused", () => {
    const version = column("version", { refusal: "it counts updates. Remove it." })
    expect(() => userField(version)).toThrow("The column user.version cannot be used: it counts updates.")
    const { tables, ...rest } = tablesWith()
    const refused = { table: "user", columns: [], refusal: "it has hooks." }
    expect(() => read({ ...rest, tables: { ...tables, user: refused } })).toThrow(
      "The table user cannot be used: it has hooks.",
    )
  })

  test("all tables can be in one PostgreSQL schema", () => {
    const { tables, ...rest } = tablesWith()
    const placed = (schema: string | undefined, except: string) =>
      Object.fromEntries(
        Object.entries(tables).map(([model, table]) => [
          model,
          { ...table, ...(model !== except && { schema }) },
        ]),
      )
    expect(read({ ...rest, tables: placed("auth", "") }).pgSchema).toBe("auth")
    expect(read({ ...rest, tables: placed(undefined, "") }).pgSchema).toBeUndefined()
    expect(() => read({ ...rest, tables: placed("auth", "session") })).toThrow(
      "The table user is in the schema auth, and session is not: keep all tables",
    )
    expect(() => read({ ...rest, engine: "mysql", tables: placed("auth", "") })).toThrow(
      "The table user is in the schema auth, which works only on PostgreSQL",
    )
  })
})
