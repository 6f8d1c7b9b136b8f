import { Client } from "pg"
import { describe, expect, onTestFinished, test } from "vitest"
import { internals } from "../../../src/contract/internals.ts"
import type { Adapter } from "../../../src/index.ts"
import type { Driver } from "../../../src/sql/driver.ts"
import { statement } from "../../../src/sql/statement.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import {
  type Engine,
  mariadb,
  mysql2,
  mysql2AsMysql,
  newDatabase,
  pg,
  postgresJs,
} from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn } from "../../support/people.ts"
import { everyOperation, everythingElse } from "./support/every-operation.ts"

/** Makes all calls concurrently, several times: a call that needed a second connection would wait forever. */
async function crowd(adapter: Adapter): Promise<string[]> {
  const calls = [
    ...(await everyOperation(adapter)),
    ...(await everythingElse(adapter)),
    ...(await everyOperation(adapter)),
    ...(await everythingElse(adapter)),
  ]
  const outcomes = await Promise.allSettled(calls.map(([, call]) => call()))
  return outcomes.flatMap((outcome, nth) =>
    outcome.status === "rejected" ? [`${calls[nth]?.[0]}: ${outcome.reason}`] : [],
  )
}

function describeSingleConnection(engines: readonly [Engine, ...Engine[]]): void {
  const server = openForTests(engines[0].serve)

  test.each(engines)("every call works with a single connection of $name", async (engine) => {
    const url = await newDatabase(engine, server)
    const client = engine.connect(url, 1)
    expect(await crowd(client.adapter())).toEqual([])
    await client.close()
  })

  test.each(engines)("transactions of 8 callers wait for the single connection of $name", async (engine) => {
    const url = await newDatabase(engine, server)
    const client = engine.connect(url, 1)
    const adapter = client.adapter()
    const { user, session } = await signIn(adapter)
    const { driver } = Object(internals(adapter)?.migration) as { driver: Driver }
    const callers = Array.from({ length: 8 }, async (_, nth) => {
      if (nth % 2) return (await adapter.getSessionAndUser(session.sessionToken))?.user
      return driver.transaction?.(async (inside) => {
        await inside.run(statement("SELECT 1"), [])
        await inside.batch([
          [statement("SELECT 2"), []],
          [statement("SELECT 3"), []],
        ])
        return user
      })
    })
    expect(await Promise.all(callers)).toEqual(callers.map(() => user))
    await client.close()
  })

  if (engines[0] === pg)
    test("every call works with a single pg client, without a deprecation warning", async () => {
      const url = await newDatabase(pg, server)
      const warnings: string[] = []
      // Node also warns of what other files in this process have used.
      const hear = ({ name, message }: Error) => name === "DeprecationWarning" && warnings.push(message)
      process.on("warning", hear)
      onTestFinished(() => void process.off("warning", hear))
      const client = new Client({ connectionString: url })
      await client.connect()
      expect(await crowd(pgAdapter(client))).toEqual([])
      await client.end()
      expect(warnings).toEqual([])
    })
}

describe("on PostgreSQL", () => describeSingleConnection([pg, postgresJs]))
describe("on MariaDB", () => describeSingleConnection([mysql2, mysql2AsMysql, mariadb]))
