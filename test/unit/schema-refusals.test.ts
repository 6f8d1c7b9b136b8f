import { describe, expect, test } from "vitest"
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
} from "../../src/index.ts"

/** What `defineSchema` says to options that TypeScript may not let through. */
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

describe("a wrong schema is refused with a sentence that says what to write", () => {
  test.each([
    ["no object", null, 'the options must be an object such as { naming: "snake_case" }.'],
    ["a text", "snake_case", 'the options must be an object such as { naming: "snake_case" }.'],
    [
      "an unknown option",
      { nameing: "snake_case" },
      '"nameing" is not an option; write one of user, account, session, verificationToken, authenticator, slot, preset, dates, naming, ids, unknown, email, emailRequired, prefix.',
    ],
    ["naming", { naming: "kebab-case" }, "naming must be one of camelCase, snake_case."],
    ["ids", { ids: "auto" }, "ids must be one of given, serial, uuid."],
    ["unknown", { unknown: true }, "unknown must be one of drop, keep, refuse."],
    ["email", { email: "lower" }, "email must be one of canonical, exact, legacy."],
    ["emailRequired", { emailRequired: "yes" }, "emailRequired must be one of true, false."],
    ["preset", { preset: "prisma" }, "preset must be one of authjs-prisma, authjs-drizzle."],
    ["dates", { dates: "local" }, "dates must be one of native, utc."],
    [
      "dates of a model",
      { session: { dates: 5 } },
      "session.dates must be one of native, utc, or an object from field to one of them.",
    ],
    [
      "dates of another field",
      { session: { dates: { userId: "utc" } } },
      'session.dates names "userId", which is not a date field.',
    ],
    [
      "an unknown representation of a date",
      { session: { dates: { expires: "iso" } } },
      "session.dates.expires must be one of native, utc.",
    ],
    ["prefix", { prefix: 'x" --' }, 'prefix must be the start of a table name, such as "auth_".'],
    ["a prefix that is no text", { prefix: 1 }, 'prefix must be the start of a table name, such as "auth_".'],
    [
      "a long prefix",
      { prefix: "x".repeat(50) },
      "the table of verificationToken gets a name longer than 63 bytes; shorten the prefix.",
    ],
    [
      "one table for two models",
      { user: { table: "people" }, session: { table: "People" } },
      'two models share the table "People"; give one of them another name under "table".',
    ],
    [
      "a table that is another's by default",
      { account: { table: "users" } },
      'two models share the table "users"; give one of them another name under "table".',
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
    ["a model that is no object", "app_user", 'user must be an object such as { table: "app_user" }.'],
    ["a list for a model", [], 'user must be an object such as { table: "app_user" }.'],
    [
      "an unknown part",
      { tabel: "x" },
      "user.tabel is not an option; write one of table, columns, fields, dates.",
    ],
    ["a table that is no text", { table: 7 }, `user.table must be the name of a table: ${aName}.`],
    ["SQL for a table", { table: "users; DROP" }, `user.table must be the name of a table: ${aName}.`],
    ["a quote in a table", { table: 'us"ers' }, `user.table must be the name of a table: ${aName}.`],
    ["a long table", { table: "ю".repeat(32) }, `user.table must be the name of a table: ${aName}.`],
    ["fields as a list", { fields: [] }, "user.fields must be an object such as { role: text() }."],
    ["columns as a list", { columns: [] }, "user.columns must be an object from field to column name."],
    [
      "a column of no field",
      { columns: { role: "role" } },
      'user.columns names "role", which is no field; declare it under user.fields first.',
    ],
    [
      "a bad column",
      { columns: { name: "a.b" } },
      `user.columns.name must be the name of a column: ${aName}.`,
    ],
    [
      "two fields in one column",
      { columns: { name: "Email" } },
      'user has two fields in the column "email"; give one another under user.columns.',
    ],
    [
      "a field of the contract",
      { fields: { email: text() } },
      "user.fields.email is a field of the contract already; rename its column under user.columns instead.",
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
      "user cannot have a field of that name; use letters, digits and _, and no name of JavaScript's.",
    )
  })

  const made =
    "user.fields.role must be made with one of text(), date(), integer(), number(), boolean(), json()."
  test.each([
    ["a field that is no field", "text", made],
    ["a kind that is none", { kind: "uuid", presence: "nullable" }, made],
    ["a kind from the prototype", { kind: "toString", presence: "nullable" }, made],
    ["a field made by hand", { kind: "text" }, made],
    ["a generated field", { kind: "text", presence: "generated" }, made],
    [
      "a default of another kind",
      text({ default: 7 as never }),
      "user.fields.role is text, but its default is not.",
    ],
    [
      "a fraction for an integer",
      integer({ default: 0.5 }),
      "user.fields.role is integer, but its default is not.",
    ],
    [
      "NaN for a number",
      number({ default: Number.NaN }),
      "user.fields.role is number, but its default is not.",
    ],
    [
      "an invalid Date",
      date({ default: new Date("x") }),
      "user.fields.role is date, but its default is not.",
    ],
    [
      "a text for a boolean",
      boolean({ default: "no" as never }),
      "user.fields.role is boolean, but its default is not.",
    ],
    [
      "what is no JSON",
      json({ default: 1n as unknown as never }),
      "user.fields.role is json, but its default is not.",
    ],
    [
      "a default that is no choice",
      text({ default: "owner", oneOf: ["member", "admin"] }),
      "user.fields.role has a default that is not in its oneOf; add it there.",
    ],
    [
      "a default out of range",
      integer({ default: 9, max: 5 }),
      "user.fields.role has a default outside of its min and max.",
    ],
    ["min above max", integer({ min: 2, max: 1 }), "user.fields.role has a min above its max; swap them."],
    [
      "a limit that is no number",
      text({ max: "9" as never }),
      "user.fields.role must have numbers for min and max.",
    ],
    ["no choices", text({ oneOf: [] }), "user.fields.role must have a list of texts for oneOf."],
  ])("%s", (_, is, sentence) => {
    expect(field(is)).toBe(sentence)
  })

  test("names that clash only once naming was applied", () => {
    const options = { naming: "snake_case", user: { fields: { email_verified: text() } } }
    expect(refusal(options)).toBe(
      'user has two fields in the column "email_verified"; give one another under user.columns.',
    )
    expect(refusal({ unknown: "keep", user: { columns: { name: "extra" } } })).toBe(
      'user has two fields in the column "extra"; give one another under user.columns.',
    )
  })
})

test("what is right is not refused", () => {
  expect(refusal({})).toBe("nothing")
  expect(refusal({ user: undefined, naming: undefined, prefix: "" })).toBe("nothing")
  expect(refusal({ user: { table: "App Users", columns: { email: "e-mail", name: "имя" } } })).toBe("nothing")
  expect(field(json({ default: { any: [1] } }))).toBe("nothing")
  expect(field(text({ default: () => "made", optional: true }))).toBe("nothing")
})
