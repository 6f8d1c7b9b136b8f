import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { betterAuth } from "better-auth"
import { Pool } from "pg"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { inspect, migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installOldestBetterAuth } from "../install.ts"
import { type Lived, live, livingOptions } from "./living.ts"

const server = openForTests(openPostgres)
beforeAll(installOldestBetterAuth)

const oldest = new URL("../oldest/living-process.ts", import.meta.url)
const issuer = new URL("../oldest/issuer-process.ts", import.meta.url)
const issuerVersion = new URL("../oldest/use-issuer-version.mjs", import.meta.url).href

async function start(file: URL, url: string, imported: readonly string[] = []) {
  const execArgv = ["tsx", ...imported].flatMap((name) => ["--import", name])
  const child = fork(fileURLToPath(file), [url], { execArgv })
  onTestFinished(() => void child.kill())
  return { child, started: await answer(child) }
}

async function answer(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController()
  const wait = (event: string) => once(child, event, { signal: waiting.signal })
  const ended = wait("exit").then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)))
  const [message] = await Promise.race([wait("message"), ended])
  waiting.abort()
  return message
}

async function ask(child: ChildProcess, name: string, people?: readonly string[]): Promise<unknown> {
  child.send({ name, people })
  return answer(child)
}

/** Waits until a process has signed up 20 people more. */
async function round(count: () => Promise<Lived> | Lived): Promise<void> {
  const wanted = (await count()).signUps + 20
  const isDone = async () => {
    const { signUps, failures } = await count()
    return signUps >= wanted || failures.length > 0
  }
  await vi.waitUntil(isDone, { timeout: 60_000, interval: 50 })
}

test("no sign-in fails from Better Auth 1.6 over 1.7.2, which requires account.issuer, to the newest", async () => {
  const url = await server.database()
  const { child: old, started } = await start(oldest, url)
  const people = started as string[]
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  await pool.query(`INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    VALUES ('g', 'Grace', 'grace@example.com', true, now(), now())`)
  await pool.query(`INSERT INTO account (id, "userId", "providerId", "accountId", "createdAt", "updatedAt")
    SELECT 'g' || n, 'g', 'google', n::text, now(), now() FROM generate_series(1, 5000) AS n`)

  // The second version starts beside the first, and both live.
  const { child: middle } = await start(issuer, url, [issuerVersion])
  const countMiddle = async () => (await ask(middle, "count")) as Lived
  expect(await ask(middle, "migrate")).toMatchObject({ version: "1.7.2" })
  await ask(middle, "live", people)
  await round(countMiddle)
  old.send("stop")
  const livedBefore = (await answer(old)) as Lived
  expect(livedBefore.failures).toEqual([])
  expect(Math.min(livedBefore.signIns, livedBefore.signUps)).toBeGreaterThan(20)
  expect(await ask(middle, "contract")).not.toHaveProperty("pending")
  await round(countMiddle)
  const { rows } = await pool.query(
    `SELECT "providerId", issuer, min(length(issuer)) > 0 AS filled FROM account GROUP BY 1, 2 ORDER BY 1`,
  )
  expect(rows).toEqual([
    { providerId: "credential", issuer: "local:credential", filled: true },
    { providerId: "google", issuer: "https://accounts.google.com", filled: true },
  ])

  // The newest version does not write the column, so nobody could sign up. `doctor` prints the statement.
  const auth = betterAuth({ ...livingOptions, database: mortiseDatabase(pool) })
  const { findings } = await inspect(auth)
  const unfilled = findings.filter(({ code }) => code === "unfilled_column")
  expect(unfilled).toMatchObject([{ severity: "error" }])
  for (const statement of unfilled.flatMap(({ fix }) => fix ?? [])) await pool.query(statement)
  await migrate(auth)
  const lived: Lived = { signIns: 0, signUps: 0, failures: [] }
  let isOver = false
  const living = live(auth, people, "by-newest", lived, () => isOver)
  await round(() => lived)
  const livedBetween = (await ask(middle, "stop")) as Lived
  isOver = true
  await living
  expect([...livedBetween.failures, ...lived.failures]).toEqual([])
}, 180_000)
