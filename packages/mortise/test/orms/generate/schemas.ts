import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import type { Schema } from "../../../src/contract/schema.ts"
import { boolean, date, defineSchema, integer, json, number, text } from "../../../src/index.ts"

const everyKind = {
  role: text({ default: "it's" }),
  plan: text({ oneOf: ["free", "paid"], default: "free" }),
  nickname: text({ required: true, max: 40 }),
  lastSeen: date(),
  since: date({ default: new Date("2020-01-02T03:04:05.678Z") }),
  logins: integer({ default: 0 }),
  score: number({ default: 0.5 }),
  rank: number({ optional: true }),
  isBanned: boolean({ default: false }),
  isStaff: boolean(),
  settings: json({ default: { theme: "dark", sizes: [1, 2] } }),
  notes: json({ optional: true }),
  seed: text({ default: () => "seed" }),
}

/** Schemas that use every option that generated text depends on. */
export const allSchemas: Readonly<Record<string, Schema>> = {
  "extra fields of every kind": defineSchema({ user: { fields: everyKind }, unknown: "keep" }),
  "the default schema": defineSchema(),
  "serial ids, snake case and a prefix": defineSchema({
    ids: "serial",
    naming: "snake_case",
    prefix: "auth_",
    session: { fields: { deviceName: text() } },
  }),
  "uuids, names of your own and legacy emails": defineSchema({
    ids: "uuid",
    user: {
      table: "app user ".padEnd(63, "x"),
      columns: { emailVerified: "verified-at" },
    },
    email: "legacy",
    emailRequired: true,
  }),
}

const quick = ["extra fields of every kind", "serial ids, snake case and a prefix"]

/** The schemas of tests that take long; all of them in a full run. */
export const schemas = Object.entries(allSchemas).filter(([name]) => isFullRun || quick.includes(name))
