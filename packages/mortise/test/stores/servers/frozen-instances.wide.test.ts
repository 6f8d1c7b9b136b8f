import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { describe, expect, onTestFinished, test } from "vitest"
import { type Engine, mariadb, mysql2, newDatabase, pg, postgresJs } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { disconnectFrom } from "./support/disconnect.ts"
import type { FrozenCall } from "./support/frozen-program.ts"

const program = new URL("./support/frozen-program.ts", import.meta.url)

async function start(engine: Engine, url: string): Promise<ChildProcess> {
  const child = fork(program, [engine.name, url], { execArgv: ["--import", "tsx"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  await once(child, "message")
  return child
}

async function request(child: ChildProcess, call: FrozenCall): Promise<readonly unknown[]> {
  const answered = once(child, "message")
  child.send(call)
  const [outcomes] = (await answered) as [readonly unknown[]]
  return outcomes
}

describe.each([pg, postgresJs, mysql2, mariadb])("an instance that is frozen, with $name", (engine) => {
  const server = openForTests(engine.serve)

  test("serves the next request, although all its connections are dead", async () => {
    const url = await newDatabase(engine, server)
    const child = await start(engine, url)
    for (const call of ["lookup", "write", "lookup", "write"] as const) {
      expect(await request(child, call)).toEqual([true])
      // Instances are frozen between requests, not while they answer one.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      child.kill("SIGSTOP")
      await disconnectFrom(engine, url)
      // The request is there when the instance is thawed, as on a platform that thaws it for the request.
      const answered = request(child, call)
      child.kill("SIGCONT")
      expect(await answered).toEqual([true])
    }
  })
})
