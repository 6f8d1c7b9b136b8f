import { runConformance } from "@mortise/conformance"
import { startPgbouncer } from "../../../../../workshop/src/servers/pgbouncer.ts"
import { clientSuite, raceRounds } from "../../../../../workshop/src/tests/tier.ts"
import { bunSqlAdapter } from "../../../../src/stores/sql/adapters/bun-sql-adapter.ts"
import { bunSqlEngines, openBunSql } from "../../../support/bun-sql.ts"
import { newDatabase } from "../../../support/engines.ts"
import { contests } from "../races/contests.ts"
import { openRacers, raceInProcess } from "../races/rounds.ts"
import { type Bench, runChecks } from "./checks.ts"

export type Suite = { readonly passed: number; readonly problems: readonly string[] }

function suiteOf({ passed, results }: Awaited<ReturnType<typeof runConformance>>): Suite {
  const problems = results.filter(({ status }) => status === "failed" || status === "warned")
  return { passed, problems: problems.map(({ id, error }) => `${id}: ${error?.message}`) }
}

/** How pgbouncer shares its connections. */
const poolModes = ["transaction", "session", "statement"] as const

/** The tasks of this program; each prints its report as JSON. */
const tasks = {
  async conformance({ engine, server }): Promise<Suite> {
    const report = await runConformance({
      onLine: false,
      ...clientSuite,
      factory: async () => {
        const { adapter, close } = engine.connect(await newDatabase(engine, server))
        return {
          adapter: adapter({ onWarning: () => {} }),
          close: () => close().catch(() => {}),
          outage: close,
        }
      },
    })
    return suiteOf(report)
  },

  /** The suite behind pgbouncer. */
  async poolers({ engine, server }): Promise<Record<string, Suite>> {
    const suites: Record<string, Suite> = {}
    for (const mode of poolModes) {
      const pooler = await startPgbouncer(await newDatabase(engine, server), { mode, connections: 40 })
      const factory = async () => {
        const sql = await openBunSql({ url: pooler.url, max: 10, prepare: mode === "session" })
        return { adapter: bunSqlAdapter(sql, { onWarning: () => {} }), close: () => sql.close() }
      }
      suites[mode] = suiteOf(await runConformance({ onLine: false, ...clientSuite, factory }))
      await pooler.close()
    }
    return suites
  },

  /** The errors behind pgbouncer in transaction mode without `prepare: false`. */
  async unprepared({ engine, server }): Promise<readonly string[]> {
    const pooler = await startPgbouncer(await newDatabase(engine, server))
    const adapter = bunSqlAdapter(await openBunSql({ url: pooler.url, max: 10 }))
    const calls = Array.from({ length: 40 }, (_, nth) => adapter.getUserByEmail(`${nth}@example.com`))
    const outcomes = await Promise.allSettled(calls)
    await pooler.close()
    return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.message] : []))
  },

  checks: runChecks,

  async races({ engine, server, isPostgres }): Promise<Record<string, readonly string[]>> {
    const url = await newDatabase(engine, server)
    const { adapter, close } = engine.connect(url)
    const made = adapter()
    const racer = new URL("racer.ts", import.meta.url)
    const racers = await openRacers([racer, isPostgres ? "postgres" : "mariadb", url], made)
    const failures: Record<string, readonly string[]> = {}
    for (const name of Object.keys(contests))
      failures[name] = [
        ...(await raceInProcess(made, name, raceRounds(20))),
        ...(await racers.race(name, raceRounds(60) / 10)),
      ]
    await racers.close()
    await close()
    return failures
  },
} satisfies Record<string, (bench: Bench) => Promise<unknown>>

export type Task = keyof typeof tasks

// Runs in Bun: program.ts <engine> <task>
const [name = "", task] = process.argv.slice(2) as [string, Task]
const engine = (await bunSqlEngines())[name]
if (!engine) throw new Error(`There is no engine ${name}`)
const server = await engine.serve()
const report = await tasks[task]({ engine, server, isPostgres: name === "postgres" })
await server.close()
process.stdout.write(JSON.stringify(report))
process.exit()
