import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { type Adapter, upkeep } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { places } = await import("./places.ts")
const { Redis } = await import("ioredis")

const program = new URL("./crashing-writer.ts", import.meta.url)
const crashes = isFullRun ? 100 : 4
const random = seededRandom("crashes")
const MINUTE = 60_000

/** Starts a process that writes, and kills it after a moment. */
async function crash(...args: readonly string[]): Promise<void> {
  const child = fork(program, args, { execArgv: ["--import", "tsx"] })
  await once(child, "message")
  await sleep(random() * 300)
  child.kill("SIGKILL")
  await once(child, "exit")
}

async function removeAll(adapter: Adapter): Promise<number> {
  let removed = 0
  for (;;) {
    const { rows, next } = (await upkeep(adapter)?.page("user", { limit: 100 })) ?? expect.fail()
    for (const { id } of rows) await adapter.deleteUser(id)
    removed += rows.length
    if (!next) return removed
  }
}

async function repairAll(adapter: Adapter): Promise<void> {
  const { repair } = upkeep(adapter) ?? {}
  for (let next = (await repair?.())?.next; next; ) next = (await repair?.({ after: next }))?.next
}

/** Deletes what has expired as well as what expires within two hours. */
async function sweepAll(adapter: Adapter): Promise<void> {
  const now = new Date(Date.now() + 120 * MINUTE)
  while ((await upkeep(adapter)?.sweep({ now, limit: 1000 })) === 1000);
}

/** The keys that a node will keep for ever. */
async function keptKeys(port: number, prefix: string): Promise<string[]> {
  // Replicas answer too.
  const node = new Redis(port, { readOnly: true })
  const found = await node.keys(`${prefix}:*`)
  const kept: string[] = []
  for (const key of found) if ((await node.pttl(key)) === -1) kept.push(key)
  node.disconnect()
  return kept
}

describe.each(places)(
  "SEC-S12: processes that are killed while they write to $name",
  ({ name, start, libraries }) => {
    const started = openForTests(start, MINUTE)

    test.each(libraries)(
      "leave nothing that stays for ever, through $name",
      async ({ name: library, connect }) => {
        const prefix = crypto.randomUUID()
        const { adapter: over, close } = await connect(started.ports)
        const adapter = over({ prefix })
        for (let times = 0; times < crashes; times++)
          await crash(name, library, prefix, ...started.ports.map(String))
        expect(await removeAll(adapter)).toBeGreaterThan(0)
        await repairAll(adapter)
        await sweepAll(adapter)
        const kept = () => Promise.all(started.ports.map((port) => keptKeys(port, prefix)))
        await expect.poll(async () => (await kept()).flat(), { timeout: 20_000, interval: 500 }).toEqual([])
        await close()
      },
      60 * MINUTE,
    )
  },
)
