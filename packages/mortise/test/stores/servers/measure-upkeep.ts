/**
 * Fills every table with a million rows, or as many as the first argument says, and prints what a page and a batch of a
 * sweep cost near the end of a table, as ratios to the start. Both are measured in turn, on two databases where the
 * first changes what the second reads. Further arguments name engines.
 */
import { join } from "node:path"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import { modelNames } from "../../../src/contract/models.ts"
import type { Key, ModelName, SqlAdapter, Upkeep } from "../../../src/index.ts"
import { upkeep } from "../../../src/index.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { type Engine, mysql2, newDatabase, pg } from "../../support/engines.ts"
import { fillTables, mariadbParts, postgresParts, sqliteParts } from "../../support/fill-tables.ts"
import { client as libsql } from "../sqlite/clients/libsql.ts"

const [, , count = "1000000", ...names] = process.argv
const rows = Number(count)
const limit = 1000
/** Measurements of each kind, of which the median counts. */
const times = 30
const expiring = { session: "sessions", verificationToken: "verification_tokens", slot: "slots" }

type Subject = { readonly adapter: SqlAdapter; execute(text: string): Promise<unknown>; close(): unknown }
/** A server, or a folder of files, and how to make a filled database there. */
type Place = { open(): Promise<Subject>; close(): unknown }

const onServer = (server: Server, engine: Engine, fill: readonly string[]): Place => ({
  async open() {
    const url = await newDatabase(engine, server)
    await engine.execute(url, ...fill)
    const { adapter, close } = engine.connect(url, 1)
    return { adapter: adapter(), execute: (text) => engine.execute(url, text), close }
  },
  close: () => server.close(),
})

const places: Readonly<Record<string, () => Promise<Place>>> = {
  PostgreSQL: async () =>
    onServer(await startPostgres({ settings: ["shared_buffers=1GB"] }), pg, [
      ...fillTables(postgresParts, rows),
      "ANALYZE",
    ]),
  MariaDB: async () =>
    onServer(
      await startMariadb({ settings: ["--innodb-buffer-pool-size=2G"] }),
      mysql2,
      fillTables(mariadbParts, rows),
    ),
  async SQLite() {
    const { folder, remove } = quickFolder()
    return {
      async open() {
        const opened = await libsql.open(join(folder, `${crypto.randomUUID()}.db`))
        await migrate(opened.adapter())
        for (const text of [...fillTables(sqliteParts, rows), "ANALYZE"]) await opened.all(text)
        return { adapter: opened.adapter(), execute: (text) => opened.all(text), close: () => opened.close() }
      },
      close: remove,
    }
  },
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median time of the second call, as a ratio to that of the first. They run in turn. */
async function compare(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<string> {
  const [before, after]: [number[], number[]] = [[], []]
  for (let round = 0; round < times; round++)
    for (const [call, into] of [[first, before] as const, [second, after] as const]) {
      const from = performance.now()
      await call()
      into.push(performance.now() - from)
    }
  return (median(after) / median(before)).toFixed(2)
}

async function comparePages({ adapter }: Subject, model: ModelName): Promise<string> {
  const { page } = upkeep(adapter) as Upkeep
  const keys: Key[] = []
  for (let next: Key | null | undefined; next !== null; ) {
    next = (await page(model, { limit, ...(next && { after: next }) })).next
    if (next) keys.push(next)
  }
  // The last page may be empty, or shorter than the first.
  const late = keys.at(-2)
  return compare(
    () => page(model, { limit }),
    () => page(model, { limit, ...(late && { after: late }) }),
  )
}

/** Batches of a full table beside the last ones of a table that a sweep has almost emptied. */
async function compareBatches(full: Subject, swept: Subject): Promise<Record<string, string>> {
  const ratios: Record<string, string> = {}
  const now = new Date()
  for (const [model, table] of Object.entries(expiring)) {
    const [early, late] = [upkeep(full.adapter) as Upkeep, upkeep(swept.adapter) as Upkeep]
    for (let batch = times + 1; batch < rows / limit; batch++) await late.sweep({ limit, now })
    ratios[model] = await compare(
      () => early.sweep({ limit, now }),
      () => late.sweep({ limit, now }),
    )
    for (const { execute } of [full, swept]) await execute(`DELETE FROM ${table}`)
  }
  return ratios
}

for (const [name, start] of Object.entries(places)) {
  if (names.length > 0 && !names.includes(name)) continue
  const place = await start()
  const full = await place.open()
  const pages: Record<string, string> = {}
  for (const model of modelNames) pages[model] = await comparePages(full, model)
  console.log(`${name}, a page of ${limit} at the end of ${count} rows:`, pages)
  const swept = await place.open()
  console.log(`${name}, a batch of ${limit} at the end of ${count} rows:`, await compareBatches(full, swept))
  await Promise.all([full.close(), swept.close()])
  await place.close()
}
