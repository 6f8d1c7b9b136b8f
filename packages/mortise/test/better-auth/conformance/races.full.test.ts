import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openRun } from "../../../../conformance/src/engine/open-run.ts"
import { processRaces } from "../../../../conformance/src/suites/better-auth/cases/processes.ts"
import { databaseSuite } from "../../../../conformance/src/suites/better-auth/run.ts"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import type { ClientName } from "./clients.ts"
import { variables } from "./module.ts"

const rounds = raceRounds(5)
const HOUR = 3_600_000

const hooks = {
  observe: () => () => {},
  ended: new Promise<void>(() => {}),
  onRace: () => {},
  fail: ({ received }: { received: string }) => expect.unreachable(received),
  skip: (reason: string) => expect.unreachable(reason),
}

async function openRaces(client: ClientName, url: string) {
  process.env[variables.client] = client
  process.env[variables.url] = url
  const module = new URL("./module.ts", import.meta.url)
  return openRun(databaseSuite, {
    module,
    processes: 3,
    execArgv: ["--import", "tsx"],
    effort: "quick",
    seed: 1,
  })
}

const file = () => {
  const { folder, remove } = quickFolder()
  afterAll(remove)
  return async () => join(folder, "auth.db")
}
const [postgres, mariadb] = [openForTests(openPostgres), openForTests(openMariadb)]

describe.each<[ClientName, newDatabase: () => Promise<string>]>([
  ["libsql", file()],
  ["pg", () => postgres.database()],
  ["mysql2", () => mariadb.database()],
])(`${rounds} rounds of three processes with eight callers each, on %s`, (client, newDatabase) => {
  let run: Awaited<ReturnType<typeof openRaces>>
  beforeAll(async () => {
    run = await openRaces(client, await newDatabase())
  })
  afterAll(() => run.close())

  test.each(processRaces.map((one) => [one.title, one] as const))("%s", { timeout: HOUR }, async (_, one) => {
    const context = run.createContext(one, hooks)
    let done = 0
    await one.run({
      ...context,
      async rounds(_few, body) {
        for (; done < rounds; done++) await body(done)
      },
    })
    // Two cases about one state have no rounds of their own.
    expect([0, rounds]).toContain(done)
  })
})
