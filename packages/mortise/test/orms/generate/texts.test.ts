import { describe, expect, test } from "vitest"
import { boolean, date, defineSchema, integer, number, text } from "../../../src/index.ts"
import { generate } from "../../../src/stores/sql/generate/index.ts"

/** The lines of a text that contain one of these parts, without their indentation. */
const linesWith = (text: string, ...parts: readonly string[]): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => parts.some((part) => line.includes(part)))

describe("keys in the text for Prisma", () => {
  const prisma = (options: Parameters<typeof defineSchema>[0], engine: "postgres" | "mysql") =>
    generate(defineSchema(options), "prisma", { engine })

  test("names are left out where Prisma chooses the same", () => {
    const text = prisma({}, "postgres")
    expect(linesWith(text, "@@", "@unique", "@relation", "model ")).toEqual([
      "model User {",
      "email String? @unique",
      '@@map("users")',
      "model Account {",
      "user User @relation(fields: [userId], references: [id], onDelete: Cascade, onUpdate: NoAction)",
      "@@id([provider, providerAccountId])",
      "@@index([userId])",
      '@@map("accounts")',
      "model Session {",
      "user User @relation(fields: [userId], references: [id], onDelete: Cascade, onUpdate: NoAction)",
      "@@index([userId])",
      "@@index([expires])",
      '@@map("sessions")',
      "model VerificationToken {",
      "@@id([identifier, token])",
      "@@index([expires])",
      '@@map("verification_tokens")',
      "model Authenticator {",
      "user User @relation(fields: [userId], references: [id], onDelete: Cascade, onUpdate: NoAction)",
      "@@index([userId])",
      '@@map("authenticators")',
      "model Slot {",
      "@@index([expires])",
      '@@map("slots")',
    ])
    expect(text).toContain("}\n\nmodel Account {")
  })

  test("a name that Prisma would not choose is written", () => {
    const long = "accounts".padEnd(60, "x")
    const text = prisma({ account: { table: long, columns: { userId: "owner" } } }, "postgres")
    const [, account = ""] = text.split("model Account {")
    expect(linesWith(account, "@relation")[0]).toMatch(/, map: "accountsx+_\w+"\)$/)
    expect(linesWith(account, "@@index")[0]).toMatch(/^@@index\(\[userId\], map: "accountsx+_\w+"\)$/)
    expect(linesWith(account, "owner")[0]).toBe('userId String @map("owner")')
  })

  test("MySQL names a unique key after its column", () => {
    expect(linesWith(prisma({}, "mysql"), "@unique")).toEqual([
      'email Bytes? @unique(map: "email") @db.VarBinary(254)',
    ])
  })
})

test("keys in the text for TypeORM have the names of migrate", () => {
  const text = generate(defineSchema(), "typeorm", { engine: "postgres" })
  const account = text.split(/(?=@Entity)/).find((entity) => entity.startsWith('@Entity("accounts")')) ?? ""
  expect(linesWith(account, "KeyConstraintName", "@Index", "@Entity", "@ManyToOne")).toEqual([
    '@Entity("accounts")',
    '@Index("accounts_userId_idx", ["userId"])',
    '@PrimaryColumn({ type: "text", collation: "C", primaryKeyConstraintName: "accounts_pkey" })',
    '@PrimaryColumn({ type: "text", collation: "C", primaryKeyConstraintName: "accounts_pkey" })',
    '@ManyToOne(() => User, { onDelete: "CASCADE" })',
    '@JoinColumn({ name: "userId", referencedColumnName: "id", foreignKeyConstraintName: "accounts_userId_fkey" })',
  ])
  expect(linesWith(text, "@Unique")).toEqual(['@Unique("users_email_key", ["email"])'])
})

test.each([
  [
    "postgres",
    '@PrimaryGeneratedColumn("identity", { primaryKeyConstraintName: "users_pkey", type: "bigint", generatedIdentity: "BY DEFAULT" })',
  ],
  ["mysql", '@PrimaryGeneratedColumn("increment", { type: "bigint" })'],
  ["sqlite", '@PrimaryGeneratedColumn("increment")'],
] as const)("ids that %s counts, in the text for TypeORM", (engine, decorator) => {
  const text = generate(defineSchema({ ids: "serial" }), "typeorm", { engine })
  expect(linesWith(text, "@PrimaryGeneratedColumn")).toEqual([decorator])
})

test.each([
  [
    "postgres",
    `@Column({ type: "timestamptz", precision: 3, default: () => "'2020-01-02 03:04:05.67+00'" })`,
  ],
  ["mysql", `@Column({ type: "datetime", precision: 3, default: () => "('2020-01-02T03:04:05.670')" })`],
  ["sqlite", '@Column({ type: "integer", default: () => "1577934245670" })'],
] as const)("a date that %s stores by default, in the text for TypeORM", (engine, decorator) => {
  const since = date({ default: new Date("2020-01-02T03:04:05.670Z") })
  const text = generate(defineSchema({ user: { fields: { since } } }), "typeorm", { engine })
  expect(linesWith(text, "default: ()")).toEqual([decorator])
})

test("a boolean of MySQL has the width that TypeORM reads back", () => {
  const text = generate(defineSchema(), "typeorm", { engine: "mysql" })
  expect(linesWith(text, "tinyint")).toEqual(['@Column({ type: "tinyint", width: 1 })'])
})

test("dates that SQLite stores in seconds are timestamps of Drizzle, others have milliseconds", () => {
  const schema = defineSchema({ user: { fields: { since: date({ stored: "seconds" }) } } })
  const text = generate(schema, "drizzle", { engine: "sqlite" })
  expect(linesWith(text, "since", "emailVerified")).toEqual([
    'emailVerified: integer("emailVerified", { mode: "timestamp_ms" }),',
    'since: integer("since", { mode: "timestamp" }),',
  ])
})

test.each([
  ["postgres", "admin Boolean @default(true)"],
  ["mysql", "admin Boolean @default(true)"],
  ["sqlite", "admin Int @default(1)"],
] as const)("a boolean that %s stores by default, in the text for Prisma", (engine, line) => {
  const schema = defineSchema({ user: { fields: { admin: boolean({ default: true }) } } })
  expect(linesWith(generate(schema, "prisma", { engine }), "admin")).toEqual([line])
})

test("numbers, booleans and keys of MySQL have the types of mysql2 in the text for Kysely", () => {
  const fields = { years: integer(), ratio: number(), admin: boolean(), note: text() }
  const generated = generate(defineSchema({ user: { fields } }), "kysely", { engine: "mysql" })
  expect(linesWith(generated, "years", "ratio", "admin", "note", "sessionToken")).toEqual([
    "years: number | null",
    "ratio: number | null",
    "admin: ColumnType<number | null, number | boolean | null, number | boolean | null>",
    "note: string | null",
    "sessionToken: ColumnType<Buffer, string | Buffer, string | Buffer>",
  ])
})
