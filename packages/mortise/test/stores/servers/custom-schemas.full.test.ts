import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { date, defineSchema, integer, json, text } from "../../../src/index.ts"
import { mysql2, mysql2AsMysql, pg } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

const counted = {
  "snake_case, a prefix, ids from a sequence, unknown fields kept": defineSchema({
    naming: "snake_case",
    prefix: "auth_",
    ids: "serial",
    unknown: "keep",
  }),
}
const adopted = {
  "dates in UTC without time zone, emails looked up without regard to case": defineSchema({
    dates: "utc",
    email: "legacy",
  }),
}
const named = {
  "names that need quotes, UUIDs, extra fields": defineSchema({
    ids: "uuid",
    user: {
      table: "order",
      columns: { email: "select", name: "full name" },
      fields: { role: text({ default: "member" }), logins: integer({ default: 0 }), born: date() },
    },
    account: { table: "My Accounts", columns: { userId: "user" } },
    session: { fields: { device: json({ optional: true }) } },
  }),
}

describeConformance(pg, suiteOptions, { ...counted, ...named, ...adopted })
describeConformance(mysql2, suiteOptions, { ...counted, ...named, ...adopted })
describeConformance(mysql2AsMysql, suiteOptions, counted)
