import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createData } from "../../../../conformance/src/suites/authjs/data.ts"
import { durableFolder, type Folder } from "../../../../workshop/src/folders.ts"
import { upkeep } from "../../../src/contract/adapter-parts.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import type { OpenClient } from "./clients/client.ts"
import { client } from "./clients/libsql.ts"
import { startProgram } from "./support/programs.ts"

// MORTISE_ROWS=1000000 runs longer and prints the times of the lookups.
const rows = Number(process.env["MORTISE_ROWS"] ?? 6_000)
const sweeper = new URL("support/sweeper.ts", import.meta.url)
const data = createData()

let place: Folder
beforeAll(() => {
  place = durableFolder()
})
afterAll(() => place.remove())

/** Sessions and tokens, of which one in ten has not expired. */
async function fill({ all, adapter }: OpenClient): Promise<string> {
  const made = adapter()
  await migrate(made)
  const { id } = await made.createUser(data.user())
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows / 2})`
  const expires = "CASE WHEN i % 10 = 0 THEN 9e12 ELSE i END"
  await all(`INSERT INTO sessions ${numbers} SELECT hex(randomblob(16)), '${id}', ${expires} FROM n`)
  await all(
    `INSERT INTO verification_tokens ${numbers} SELECT 'a@example.com', hex(randomblob(16)), ${expires} FROM n`,
  )
  return id
}

function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(2)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, longest ${at(1)} ms`
}

test(
  `SEC-N18 two processes sweep ${rows} rows concurrently, each row once, in bounded batches, while sessions are looked up`,
  async () => {
    const file = join(place.folder, "sweep.db")
    const open = await client.open(file)
    const userId = await fill(open)
    const made = open.adapter()
    const { sessionToken } = await made.createSession(data.session(userId))

    const sweepers = [startProgram(sweeper, file), startProgram(sweeper, file)]
    await Promise.all(sweepers.map((each) => each.wrote(1)))
    for (const { go } of sweepers) go()
    let isOver = false
    const ends = Promise.all(sweepers.map((each) => each.end())).finally(() => {
      isOver = true
    })
    const lookups: number[] = []
    while (!isOver) {
      const start = performance.now()
      expect((await made.getSessionAndUser(sessionToken))?.user.id).toBe(userId)
      lookups.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const counts = (await ends).map(([, ...lines]) => lines.map(Number))
    expect(counts.flat().reduce((sum, count) => sum + count)).toBe(rows - rows / 10)
    expect(Math.max(...counts.flat())).toBeLessThanOrEqual(500)
    const tools = upkeep(made)
    expect([await tools?.count("session"), await tools?.count("verificationToken")]).toEqual([
      rows / 20 + 1,
      rows / 20,
    ])
    if (process.env["MORTISE_ROWS"])
      console.log(`${lookups.length} concurrent lookups: ${quantiles(lookups)}`)
    await open.close()
  },
  300_000 + rows,
)
