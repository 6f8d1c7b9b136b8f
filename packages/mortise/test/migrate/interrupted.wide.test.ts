import { expect, test } from "vitest"
import { date, defineSchema, text } from "../../src/index.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { mysql2 } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { migrateUpTo } from "./support/cut-migration.ts"
import { everythingOf, signUp } from "./support/people.ts"

const server = openForTests(mysql2.serve)

const extended = defineSchema({
  user: { fields: { role: text({ default: "member" }), seen: date({ default: () => new Date() }) } },
})

test.each([
  ["the first", undefined, 1],
  ["a later", extended, 2],
] as const)(
  "%s migration on MariaDB that ends after any statement is finished and recorded",
  async (_, schema, version) => {
    let isKilled = true
    for (let changes = 0; isKilled; changes++) {
      const url = await server.database()
      const { adapter, close } = mysql2.connect(url)
      const options = schema ? { schema } : {}
      if (schema) {
        await migrate(adapter())
        await signUp(adapter())
      }
      isKilled = (await migrateUpTo(url, changes, schema)).isKilled
      expect((await inspect(adapter(options))).findings.length > 0).toBe(isKilled)
      expect((await migrate(adapter(options))).version).toBe(version)
      expect(await migrate(adapter(options))).toEqual({ version, steps: [] })
      expect(await inspect(adapter(options))).toEqual({ ok: true, findings: [] })
      if (!schema) await signUp(adapter())
      expect(await everythingOf(adapter(options))).not.toContain(null)
      await close()
    }
  },
)
