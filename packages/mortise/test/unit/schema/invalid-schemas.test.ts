import { describe, expect, test } from "vitest"
import { dateStorages } from "../../../src/contract/fields.ts"
import {
  boolean,
  date,
  defineSchema,
  integer,
  json,
  MortiseError,
  number,
  type SchemaOptions,
  text,
} from "../../../src/index.ts"
import { presetNames } from "../../../src/schema/presets/presets.ts"

const storages = dateStorages.join(", ")

/** The error message of `defineSchema`, without its start, for options of any type; "nothing" if it throws none. */
function refusal(options: unknown): string {
  try {
    defineSchema(options as SchemaOptions<object>)
  } catch (error) {
    expect(error).toBeInstanceOf(MortiseError)
    expect(error).toMatchObject({ code: "invalid" })
    return (error as MortiseError).message.replace(/^defineSchema: /, "")
  }
  return "nothing"
}

const user = (options: unknown) => refusal({ user: options })
const field = (is: unknown) => user({ fields: { role: is } })

describe("an invalid schema is refused, and the message says what to write", () => {
  test.each([
    ["null instead of an object", null, 'the options must be an object such as { naming: "snake_case" }.'],
    [
      "a text instead of an object",
      "snake_case",
      'the options must be an object such as { naming: "snake_case" }.',
    ],
    [
      "an unknown option",
      { nameing: "snake_case" },
      '"nameing" is not an option; write one of user, account, session, verificationToken, authenticator, slot, preset, dates, naming, ids, unknown, email, emailRequired, prefix, pgSchema.',
    ],
    ["an unknown naming", { naming: "kebab-case" }, "naming must be one of camelCase, snake_case."],
    ["an unknown id mode", { ids: "auto" }, "ids must be one of given, serial, uuid."],
    [
      "an unknown policy for undeclared fields",
      { unknown: true },
      "unknown must be one of drop, keep, refuse.",
    ],
    ["an unknown form of emails", { email: "lower" }, "email must be one of canonical, exact, legacy."],
    ["a text for emailRequired", { emailRequired: "yes" }, "emailRequired must be one of true, false."],
    ["a prefix with SQL", { prefix: 'x" --' }, 'prefix must be the start of a table name, such as "auth_".'],
    [
      "a prefix that is not a text",
      { prefix: 1 },
      'prefix must be the start of a table name, such as "auth_".',
    ],
    ["an unknown preset", { preset: "prisma" }, `preset must be one of ${presetNames.join(", ")}.`],
    ["an unknown representation of dates", { dates: "local" }, `dates must be one of ${storages}.`],
    [
      "a number for the dates of a model",
      { session: { dates: 5 } },
      `session.dates must be one of ${storages}, or an object from field to one of them.`,
    ],
    [
      "the dates of a field that is not a date",
      { session: { dates: { userId: "utc" } } },
      'session.dates names "userId", which is not a date field.',
    ],
    [
      "an unknown representation of one date",
      { session: { dates: { expires: "local" } } },
      `session.dates.expires must be one of ${storages}.`,
    ],
    [
      "a long prefix",
      { prefix: "x".repeat(50) },
      "the table of verificationToken would have a name longer than 63 bytes; shorten the prefix.",
    ],
    [
      "one table for two models",
      { user: { table: "people" }, session: { table: "People" } },
      'two models share the table "People"; rename one under "table".',
    ],
    [
      "a table that is the default of another model",
      { account: { table: "users" } },
      'two models share the table "users"; rename one under "table".',
    ],
    [
      "fields for slot",
      { slot: { fields: {} } },
      "slot.fields is not an option; write one of table, columns, dates.",
    ],
  ])("%s", (_, options, sentence) => {
    expect(refusal(options)).toBe(sentence)
  })

  const aName = "up to 63 bytes of letters, digits, _, $, - and spaces"
  test.each([
    ["a model that is not an object", "app_user", 'user must be an object such as { table: "app_user" }.'],
    ["a list instead of a model", [], 'user must be an object such as { table: "app_user" }.'],
    [
      "an unknown option of a model",
      { tabel: "x" },
      "user.tabel is not an option; write one of table, columns, fields, dates.",
    ],
    ["a table that is not a text", { table: true }, `user.table must be the name of a table: ${aName}.`],
    [
      "SQL in the name of a table",
      { table: "users; DROP" },
      `user.table must be the name of a table: ${aName}.`,
    ],
    [
      "a quote in the name of a table",
      { table: 'us"ers' },
      `user.table must be the name of a table: ${aName}.`,
    ],
    [
      "a long name of a table",
      { table: "ю".repeat(32) },
      `user.table must be the name of a table: ${aName}.`,
    ],
    ["fields as a list", { fields: [] }, "user.fields must be an object such as { role: text() }."],
    ["columns as a list", { columns: [] }, "user.columns must be an object from field to column name."],
    [
      "a column for an unknown field",
      { columns: { role: "role" } },
      'user.columns names "role", which is not a field; declare it under user.fields first.',
    ],
    [
      "an invalid name of a column",
      { columns: { name: "a.b" } },
      `user.columns.name must be the name of a column: ${aName}.`,
    ],
    [
      "two fields in one column",
      { columns: { name: "Email" } },
      'user has two fields in the column "email"; rename one under user.columns.',
    ],
    [
      "a field of the contract",
      { fields: { email: text() } },
      "user.fields.email is already a field of the contract; to rename its column, use user.columns.",
    ],
  ])("%s", (_, options, sentence) => {
    expect(user(options)).toBe(sentence)
  })

  test.each([
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "extra",
    "$where",
    "a.b",
    'x" = 1 --',
    "`",
    "::cast",
    "",
    "1st",
    "rôle",
    "x".repeat(64),
  ])("SEC-J4 a field named %j", (name) => {
    expect(user({ fields: Object.fromEntries([[name, text()]]) })).toBe(
      "user cannot have a field of that name; use letters, digits and _, and no name that every object has.",
    )
  })

  const made =
    "user.fields.role must be created with one of text(), date(), integer(), number(), boolean(), json()."
  test.each([
    ["a text instead of a field", "text", made],
    ["an unknown kind", { kind: "uuid", presence: "nullable" }, made],
    ["a kind that every object inherits", { kind: "toString", presence: "nullable" }, made],
    ["a field without a presence", { kind: "text" }, made],
    ["a generated field", { kind: "text", presence: "generated" }, made],
    [
      "a default of another kind",
      text({ default: 7 as never }),
      "user.fields.role is text, but its default is not.",
    ],
    [
      "a fraction as the default of an integer",
      integer({ default: 0.5 }),
      "user.fields.role is integer, but its default is not.",
    ],
    [
      "NaN as the default of a number",
      number({ default: Number.NaN }),
      "user.fields.role is number, but its default is not.",
    ],
    [
      "an invalid Date as the default",
      date({ default: new Date("x") }),
      "user.fields.role is date, but its default is not.",
    ],
    [
      "a text as the default of a boolean",
      boolean({ default: "no" as never }),
      "user.fields.role is boolean, but its default is not.",
    ],
    [
      "a default that is not JSON",
      json({ default: 1n as unknown as never }),
      "user.fields.role is json, but its default is not.",
    ],
    [
      "a default that is not in oneOf",
      text({ default: "owner", oneOf: ["member", "admin"] }),
      "user.fields.role has a default that is not in its oneOf; add it there.",
    ],
    [
      "a default out of range",
      integer({ default: 9, max: 5 }),
      "user.fields.role has a default outside its min and max.",
    ],
    ["min above max", integer({ min: 2, max: 1 }), "user.fields.role has a min above its max."],
    [
      "a limit that is not a number",
      text({ max: "9" as never }),
      "user.fields.role must have numbers for min and max.",
    ],
    [
      "a stored form on a field that is not a date",
      { kind: "text", presence: "nullable", stored: "utc" },
      "user.fields.role must have one of native, utc, iso, iso_offset, milliseconds, seconds for stored, and only a date has it.",
    ],
    [
      "an unknown stored form",
      { kind: "date", presence: "nullable", stored: "local" },
      "user.fields.role must have one of native, utc, iso, iso_offset, milliseconds, seconds for stored, and only a date has it.",
    ],
    [
      "a default below min",
      number({ default: 1, min: 2 }),
      "user.fields.role has a default outside its min and max.",
    ],
    [
      "oneOf on a field that is not a text",
      { kind: "integer", presence: "nullable", oneOf: ["1"] },
      "user.fields.role must have a list of strings in oneOf.",
    ],
    [
      "a number in oneOf",
      text({ oneOf: ["a", 1 as never] }),
      "user.fields.role must have a list of strings in oneOf.",
    ],
    ["an empty oneOf", text({ oneOf: [] }), "user.fields.role must have a list of strings in oneOf."],
  ])("%s", (_, is, sentence) => {
    expect(field(is)).toBe(sentence)
  })

  test("columns that have the same name after naming is applied", () => {
    const options = { naming: "snake_case", user: { fields: { email_verified: text() } } }
    expect(refusal(options)).toBe(
      'user has two fields in the column "email_verified"; rename one under user.columns.',
    )
    expect(refusal({ unknown: "keep", user: { columns: { name: "extra" } } })).toBe(
      'user has two fields in the column "extra"; rename one under user.columns.',
    )
  })
})

test("valid schemas are accepted", () => {
  expect(refusal({})).toBe("nothing")
  expect(refusal({ user: undefined, naming: undefined, prefix: "" })).toBe("nothing")
  expect(refusal({ user: { table: "App Users", columns: { email: "e-mail", name: "имя" } } })).toBe("nothing")
  expect(field(json({ default: { any: [1] } }))).toBe("nothing")
  expect(field(text({ default: () => "made", optional: true }))).toBe("nothing")
})

describe("limits of a schema accept the value at the limit", () => {
  test.each([
    ["min equal to max", integer({ min: 2, max: 2 })],
    ["min below max", number({ min: 0.5, max: 1 })],
    ["only min", integer({ min: 2 })],
    ["a default equal to min", integer({ default: 2, min: 2, max: 5 })],
    ["a default equal to max", integer({ default: 5, min: 2, max: 5 })],
    ["one value in oneOf, as the default", text({ default: "member", oneOf: ["member"] })],
    ["a date stored as UTC", date({ stored: "utc" })],
  ])("%s", (_, is) => {
    expect(field(is)).toBe("nothing")
  })

  test("names of 63 bytes", () => {
    const longest = "x".repeat(63)
    expect(user({ fields: { [longest]: text() } })).toBe("nothing")
    expect(user({ table: longest, columns: { name: longest } })).toBe("nothing")
    expect(user({ table: `${longest}x` })).not.toBe("nothing")
    expect(user({ columns: { name: `${longest}x` } })).not.toBe("nothing")
    const prefix = "x".repeat(63 - "verification_tokens".length)
    expect(refusal({ prefix })).toBe("nothing")
    expect(refusal({ prefix: `${prefix}x` })).not.toBe("nothing")
  })
})
