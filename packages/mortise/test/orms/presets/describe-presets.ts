import { describe, expect, test } from "vitest"
import { suiteOptionsOnOfficialTables } from "../../../../workshop/src/tests/tier.ts"
import { defineSchema, type Schema } from "../../../src/index.ts"
import { conform } from "../../stores/servers/support/conform.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { exchange } from "./exchange.ts"
import { checkLacks } from "./lacks.ts"
import { type Documented, documented, type EngineName } from "./official-adapters.ts"
import { stores, type Zone } from "./stores.ts"

const zones: readonly Zone[] = ["America/New_York", "Asia/Kolkata"]

/** Tests of every preset on one engine, on tables that hold what the official adapter wrote. */
export function describePresets(engine: EngineName): void {
  const store = stores[engine]
  const server = openForTests(store.open)

  /** A database with the documented tables. */
  async function createTables({ statements, open }: Documented): Promise<string> {
    const url = await server.database()
    if (statements) await store.execute(url, ...(await statements()))
    else await (await open(url)).close()
    return url
  }

  describe.each(documented.filter((each) => each.engine === engine))(`$preset on ${engine}`, (each) => {
    const schema: Schema = defineSchema({ preset: each.preset })
    // Drizzle stores UTC in TIMESTAMP columns, which cannot hold the hour that daylight saving time skips.
    const isRefused = (zone: Zone) =>
      each.preset === "authjs-drizzle" && engine === "mysql" && zone === "America/New_York"

    test.each(zones)("both adapters read what the other one wrote, with connections in %s", async (zone) => {
      const url = await createTables(each)
      await store.setZone(url, zone)
      const theirs = await each.open(url)
      const ours = store.connect(url, { schema })
      if (isRefused(zone)) {
        const { message } = await failure(ours.adapter.getUser("x"), "unavailable")
        expect(message).toContain("daylight saving time")
      } else await exchange(theirs.adapter, ours.adapter)
      await theirs.close()
      await ours.close()
    })

    test("states what the tables lack, and adds what can be added: the official adapter works on", async () => {
      const url = await createTables(each)
      const { adapter, close } = store.connect(url, { schema, onWarning: () => {} })
      await checkLacks(adapter)
      const theirs = await each.open(url)
      await exchange(theirs.adapter, adapter)
      await theirs.close()
      await close()
    })

    test("passes the suite, but for the guarantees that the manifest lacks", async () => {
      await conform(async () => {
        const url = await createTables(each)
        await store.setZone(url, "Asia/Kolkata")
        return store.connect(url, { schema, onWarning: () => {} })
      }, suiteOptionsOnOfficialTables)
    }, 600_000)
  })
}
