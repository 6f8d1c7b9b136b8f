import { describe, expect, test } from "vitest"
import type { OrmColumn } from "../../../../src/sql/orms/orm-table.ts"
import {
  type PrismaSource,
  readPrismaTables,
} from "../../../../src/stores/sql/orms/prisma/read-prisma-tables.ts"
import type { OrmTables } from "../../../../src/stores/sql/orms/tables/orm-tables.ts"

const source: PrismaSource = {
  schemaText: "",
  engine: "postgres",
  models: {},
  generate: {},
  sqliteDates: "iso_offset",
  databaseSchema: undefined,
  omit: {},
}

const read = (body: string, changes: Partial<PrismaSource> = {}): OrmTables | undefined =>
  readPrismaTables({ ...source, schemaText: `model User {\n${body}\n}\n`, ...changes })

const column = (line: string, changes?: Partial<PrismaSource>): OrmColumn | undefined =>
  read(line, changes)?.tables.user?.columns[0]

describe("columns", () => {
  test.each([
    ["id String", "text", "varchar(191)", "text"],
    ["id Int", "integer", "int", "integer"],
    ["id BigInt", "bigint", "bigint", "bigint"],
    ["id Boolean", "boolean", "tinyint(1)", "boolean"],
    ["id DateTime", "timestamp(3)", "datetime(3)", "datetime"],
    ["id Json", "jsonb", "json", "jsonb"],
    ["id Float", "double precision", "double", "real"],
    ["id String[]", "text[]", "varchar(191)[]", "text[]"],
    ["id DateTime @db.Timestamptz(6)", "timestamptz(6)", "timestamptz(6)", "timestamptz(6)"],
    ["id Int @db.UnsignedInt", "int unsigned", "int unsigned", "int unsigned"],
    ["id Float @db.DoublePrecision", "double precision", "double precision", "double precision"],
    ['id Unsupported("point")', "point", "point", "point"],
  ])("%s", (line, ...types) => {
    const engines = ["postgres", "mysql", "sqlite"] as const
    expect(engines.map((engine) => column(line, { engine })?.type)).toEqual(types)
  })

  test("names, null and dates", () => {
    expect(column('at DateTime? @map("seen_at")', { engine: "sqlite" })).toMatchObject({
      property: "at",
      column: "seen_at",
      notNull: false,
      stored: "iso_offset",
    })
    expect(column("at DateTime")).toMatchObject({ notNull: true, stored: undefined })
  })

  test("relations are not columns", () => {
    expect(read("posts Post[]\nboss User? @relation(fields: [bossId], references: [id])")).toMatchObject({
      tables: { user: { columns: [] } },
    })
  })
})

describe("values that are filled", () => {
  test.each([
    ["@default(cuid())", /^c[0-9a-z]{24}$/],
    ["@default(uuid())", /^[0-9a-f-]{36}$/],
    ["@default(uuid(7))", /-7[0-9a-f]{3}-/],
  ])("by a function: %s", (attribute, form) => {
    const { hasDefault, onInsert, refusal } = column(`id String ${attribute}`) ?? {}
    expect([hasDefault, refusal]).toEqual([false, undefined])
    expect(onInsert?.()).toMatch(form)
  })

  test.each(['"member"', "1", "true", "MEMBER", "autoincrement()", 'dbgenerated("now()")', '"cuid()"'])(
    "by the database: @default(%s)",
    (value) => {
      expect(column(`id String @default(${value})`)).toMatchObject({ hasDefault: true, onInsert: undefined })
    },
  )

  test("by the time", () => {
    expect(column("at DateTime @default(now())")?.onInsert?.()).toBeInstanceOf(Date)
    expect(column("at DateTime @default(now())")?.onUpdate).toBeUndefined()
    expect(column("at DateTime @updatedAt")?.onInsert?.()).toBeInstanceOf(Date)
    expect(column("at DateTime @updatedAt")?.onUpdate?.()).toBeInstanceOf(Date)
  })

  test.each(["cuid(2)", "ulid()", "nanoid(10)"])("only by Prisma: %s", (call) => {
    expect(column(`id String @default(${call})`)?.refusal).toContain(`Only Prisma creates ${call} of User.id`)
    const made = column(`id String @default(${call})`, { generate: { [call]: () => "made" } })
    expect([made?.refusal, made?.onInsert?.()]).toEqual([undefined, "made"])
  })
})

describe("tables", () => {
  test("names and schemas", () => {
    expect(read('id String\n@@map("people")')?.tables.user).toMatchObject({
      table: "people",
      schema: undefined,
    })
    expect(read('id String\n@@schema("auth")')?.tables.user?.schema).toBe("auth")
    expect(read("id String", { databaseSchema: "auth" })?.tables.user?.schema).toBe("auth")
    expect(read("id String", { databaseSchema: "public" })?.tables.user?.schema).toBeUndefined()
  })

  test("without a model of users there are none", () => {
    expect(readPrismaTables({ ...source, schemaText: "model Post {\n id String\n}" })).toBeUndefined()
  })

  test("extra fields that Prisma hides or renames are left out, unless they need a value", () => {
    const enums = 'enum Role {\n ADMIN @map("admin")\n}\n'
    const body = "id String\nemail String?\npassword String?\nrole Role @default(ADMIN)"
    const hidden = { user: { password: true, email: true } }
    const schemaText = `${enums}model User {\n${body}\n}\n`
    const properties = (omit: PrismaSource["omit"]) =>
      readPrismaTables({ ...source, schemaText, omit })?.tables.user?.columns.map(({ property }) => property)
    expect(properties({})).toEqual(["id", "email", "password"])
    expect(properties(hidden)).toEqual(["id", "email"])
    const required = schemaText.replace(" @default(ADMIN)", "")
    const refused = readPrismaTables({ ...source, schemaText: required })?.tables.user?.columns.at(-1)
    expect(refused?.refusal).toContain("the enum Role (@map)")
  })

  test("relations that Prisma emulates are not foreign keys", () => {
    const emulated = 'datasource db {\n provider = "mysql"\n relationMode = "prisma"\n}\n'
    const keys = (text: string) =>
      readPrismaTables({
        ...source,
        schemaText: `${text}model User {\n id String @id\n}`,
      })?.missingGuarantees?.includes("foreign_keys")
    expect([keys(""), keys(emulated)]).toEqual([false, true])
  })
})
