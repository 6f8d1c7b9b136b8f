import { join } from "node:path"
import { type BetterAuthFactory, runBetterAuth } from "@mortise/conformance/better-auth"
import { describe, expect, onTestFinished, test } from "vitest"
import { flows } from "../../../../conformance/src/suites/better-auth/flows/index.ts"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { inFullRun, isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { apiKeyPlugin } from "../plugins.ts"
import { type ClientName, clients, setupOnPglite } from "./clients.ts"
import { variables } from "./module.ts"
import { casesWithoutStorage, problemsOf } from "./problems.ts"
import { setupOn } from "./setup-on.ts"

// The flows take most of the time, and differ by the database, not by its client.
const withFlows: readonly string[] = ["pg", "mysql2"]

async function conforms(name: string, open: BetterAuthFactory): Promise<void> {
  const cases = casesWithoutStorage.filter((one) => withFlows.includes(name) || !flows.includes(one))
  const only = cases.map(({ id }) => id)
  const plugins = [await apiKeyPlugin()]
  const factory = async () => ({ ...(await open()), plugins })
  expect(problemsOf(await runBetterAuth({ factory, only, seed: 1, onLine: false }))).toEqual([])
}

test.runIf(isFullRun)("mortiseDatabase conforms on PGlite", () => conforms("PGlite", setupOnPglite), 300_000)

const newFile = async (): Promise<string> => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  return join(folder, "auth.db")
}
const [postgres, mariadb] = [openForTests(openPostgres), openForTests(openMariadb)]

type Place = [ClientName, newDatabase: () => Promise<string>]

describe.each<Place>([
  ["pg", () => postgres.database()],
  ["mysql2", () => mariadb.database()],
  ...inFullRun<Place>([
    ["libsql", newFile],
    ["@libsql/client", newFile],
    ["postgres", () => postgres.database()],
    ["mysql2 as on MySQL", () => mariadb.database()],
    ["mariadb", () => mariadb.database()],
  ]),
])("on %s", (name, newDatabase) => {
  test("mortiseDatabase conforms", async () => {
    const url = await newDatabase()
    await conforms(name, () => setupOn(clients[name](url)))
  }, 300_000)

  // The callers of one process have connections of their own, too: one database shows that processes are no different.
  test.runIf(isFullRun || name === "pg")(
    "three processes with eight callers each find no defect",
    async () => {
      process.env[variables.client] = name
      process.env[variables.url] = await newDatabase()
      const report = await runBetterAuth({
        ...{ module: new URL("./module.ts", import.meta.url), processes: 3, execArgv: ["--import", "tsx"] },
        ...{ only: ["processes"], seed: 1, onLine: false },
      })
      expect(problemsOf(report)).toEqual([])
    },
    300_000,
  )
})
