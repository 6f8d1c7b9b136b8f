import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Folder, quickFolder } from "../../../../workshop/src/folders.ts"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { boolean, date, integer, json, number, text } from "../../../src/contract/fields.ts"
import type { Schema } from "../../../src/contract/schema.ts"
import { defineSchema } from "../../../src/schema/define-schema.ts"
import { client } from "./clients/libsql.ts"
import { conformance, type Skips } from "./support/conformance.ts"

const extended = {
  user: {
    fields: {
      role: text({ default: "member" }),
      visits: integer({ default: 0 }),
      born: date({ optional: true }),
      handle: text({ default: () => crypto.randomUUID() }),
    },
  },
  session: { fields: { device: text({ default: "unknown" }), trusted: boolean({ default: false }) } },
  account: { fields: { score: number({ default: 0.5 }), profile: json({ optional: true }) } },
} as const

/** The whole suite runs with each of them. */
const schemas: Readonly<Record<string, Schema>> = {
  "tables and columns of other names": defineSchema({
    user: { table: "app_user", columns: { emailVerified: "email_verified_at", id: "uid", email: "mail" } },
    account: { table: "login", columns: { userId: "owner", providerAccountId: "subject" } },
    session: { table: "visit", columns: { sessionToken: "key", expires: "until" } },
    verificationToken: { table: "magic_link", columns: { identifier: "mail" } },
    authenticator: { table: "passkey", columns: { credentialID: "credential", counter: "uses" } },
    slot: { table: "scratch", columns: { key: "name" } },
  }),
  "names that SQL uses itself, and names with spaces": defineSchema({
    user: { table: "order", columns: { id: "select", email: "e-mail address", name: "from" } },
    account: { table: "group", columns: { userId: "references", provider: "índice" } },
    session: { table: "table", columns: { sessionToken: "primary", userId: "where", expires: "by" } },
  }),
  "columns in snake_case": defineSchema({ naming: "snake_case" }),
  "a prefix": defineSchema({ prefix: "auth_" }),
  "more fields, with defaults": defineSchema(extended),
  "unknown fields kept": defineSchema({ unknown: "keep" }),
  "unknown fields refused": defineSchema({ unknown: "refuse" }),
  "ids that the database generates": defineSchema({ ids: "serial" }),
  "ids that are UUIDs": defineSchema({ ids: "uuid" }),
  "emails as they are given": defineSchema({ email: "exact" }),
  "emails looked up without regard to case": defineSchema({ email: "legacy" }),
  "emails required": defineSchema({ emailRequired: true }),
  "all of them together": defineSchema({
    ...extended,
    naming: "snake_case",
    prefix: "auth_",
    ids: "serial",
    unknown: "keep",
    email: "exact",
  }),
}

const uncountable = "looks up an id that is not a number, which is null without a statement"
const counting = { "outage/lookups-throw": uncountable, "outage/writes-throw": uncountable }
const refusing = "the schema refuses unknown fields"
const asGiven = "the schema stores an email as it is given"
const exact = { "emails/case-does-not-matter": asGiven, "emails/one-form-of-unicode": asGiven }

/** The cases that contradict a schema. */
const skips: Readonly<Record<string, Skips>> = {
  "unknown fields refused": {
    "account-fields/unknown-fields-do-not-stop-a-link": refusing,
    "odd-values/unknown-fields-of-users": refusing,
  },
  "ids that the database generates": counting,
  "emails as they are given": exact,
  "emails required": { "empty-fields/user-without-email": "the schema requires an email" },
  "all of them together": { ...counting, ...exact },
}

let place: Folder
beforeAll(() => {
  place = quickFolder()
})
afterAll(() => place.remove())

describe("the suite on libsql with", () => {
  test.each(Object.entries(schemas))("%s", async (name, schema) => {
    const report = await conformance(
      client,
      `${place.folder}/${name}.db`,
      suiteOptions,
      { schema },
      skips[name],
    )
    expect(report).toEqual({ passed: expect.any(Number), failures: [], misfits: [] })
    expect(report.passed).toBeGreaterThan(150)
  })
})
