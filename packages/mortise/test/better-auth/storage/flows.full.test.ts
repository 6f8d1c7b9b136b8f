import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inFullRun, isFullRun, raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { installRedisClients } from "../../stores/redis/install.ts"
import { pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installOldestBetterAuth } from "../install.ts"
import { type Application, createTables, openApplication, redisPlaces } from "./application.ts"
import type { Auth, Version } from "./auth-library.ts"
import { flows, runRounds } from "./flows.ts"

const HOUR = 3_600_000
const rounds = { long: raceRounds(4), short: isFullRun ? 50 : 4 }
const processes = [
  [0, 3, 6],
  [1, 4, 7],
  [2, 5],
]

await installRedisClients()
await installOldestBetterAuth()

const users = openForTests(pg.serve)

/** Every flow with 8 callers in 3 processes. */
function describeFlows(
  title: string,
  open: () => Promise<Omit<Application, "users">>,
  length: keyof typeof rounds = "short",
): void {
  describe(title, () => {
    let auth: Auth
    let close: () => Promise<void>
    let children: readonly ChildProcess[] = []
    beforeAll(async () => {
      const application = { ...(await open()), users: await newUsers() }
      await createTables(application)
      ;({ auth, close } = await openApplication(application))
      const program = new URL("./racer.ts", import.meta.url)
      const execArgv = ["--import", "tsx"]
      children = processes.map(() => fork(program, [JSON.stringify(application)], { execArgv }))
      await Promise.all(children.map(answer))
    })
    afterAll(async () => {
      const ended = children.map((child) => once(child, "exit"))
      for (const child of children) child.disconnect()
      await Promise.all(ended)
      await close?.()
    })

    test.each(Object.keys(flows))(
      "%s",
      async (name) => {
        const failures = await runRounds(auth, name, rounds[length], async (prize) => {
          const at = Date.now() + 10
          const answers = children.map((child, nth) => {
            child.send({ name, prize, callers: processes[nth], at })
            return answer(child)
          })
          return (await Promise.all(answers)).flat()
        })
        expect(failures).toEqual([])
      },
      HOUR,
    )
  })
}

/** A database with the tables of the slots. */
async function newUsers(): Promise<string> {
  const url = await users.database()
  const client = pg.connect(url)
  await migrate(client.adapter())
  await client.close()
  return url
}

/** The next message of a process; if the process ends, it throws. */
const answer = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error("A racing process ended"))
    child.once("exit", ended)
    child.once("message", (message) => {
      child.off("exit", ended)
      resolve(message)
    })
  })

const versions: readonly Version[] = ["newest", "oldest"]
for (const version of ["newest", ...inFullRun<Version>(["oldest"])] as const)
  describeFlows(`the ${version} version on PostgreSQL`, async () => ({ version }))
for (const version of inFullRun<Version>(["newest"]))
  describeFlows("sessions in the database too", async () => ({ version, storeSessionInDatabase: true }))

const [single, ...others] = await redisPlaces()
for (const { name: place, start, libraries } of [...(single ? [single] : []), ...inFullRun(others)]) {
  const server = openForTests(start)
  libraries.forEach(({ name: library }, nth) => {
    const version = versions[nth % versions.length] ?? "newest"
    const open = async () => {
      const redis = { place, library, ports: server.ports, prefix: crypto.randomUUID() }
      return { version, redis }
    }
    const isFirst = place === "a single server" && nth === 0
    describeFlows(`the ${version} version on ${place}, through ${library}`, open, isFirst ? "long" : "short")
  })
}
