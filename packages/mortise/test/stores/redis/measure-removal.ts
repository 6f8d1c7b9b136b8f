/**
 * Removes a user with many sessions, 100,000 or as many as the first argument says, and prints how long other callers
 * wait meanwhile: the slowest PING during the removal, as a ratio to the slowest and the median PING before.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { someone, someSession } from "../../support/people.ts"
import { places } from "./places.ts"

const [, , count = "100000"] = process.argv

/** Pings servers in a process of its own, until `stop` returns the times in milliseconds, sorted. */
function startPings(ports: readonly number[]): { stop(): Promise<number[]> } {
  const child = fork(new URL("./ping.ts", import.meta.url), ports.map(String), {
    execArgv: ["--import", "tsx"],
  })
  return {
    async stop() {
      child.send("stop")
      const [times] = (await once(child, "message")) as [number[]]
      return times.sort((a, b) => a - b)
    },
  }
}

for (const { name, start, libraries } of places) {
  const { ports, close } = await start()
  const client = await libraries[0]?.connect(ports)
  if (!client) throw new Error("places.ts names no client library for this place")
  const adapter = client.adapter()
  const user = await adapter.createUser(someone())
  for (let left = Number(count); left > 0; left -= 500) {
    const some = Array.from({ length: Math.min(left, 500) }, () => someSession(user.id))
    await Promise.all(some.map((session) => adapter.createSession(session)))
  }
  const before = startPings(ports)
  await sleep(5_000)
  const calm = await before.stop()
  const during = startPings(ports)
  await sleep(2_000)
  const from = performance.now()
  await adapter.deleteUser(user.id)
  const seconds = (performance.now() - from) / 1000
  const busy = (await during.stop()).at(-1) ?? 0
  const [median = 0, worst = 0] = [calm[Math.floor(calm.length / 2)], calm.at(-1)]
  console.log(
    `${name}: ${count} sessions removed in ${seconds.toFixed(1)} s. Slowest PING ${busy.toFixed(1)} ms: ` +
      `${(busy / worst).toFixed(1)} times the slowest before, ${(busy / median).toFixed(0)} times the median before.`,
  )
  await client.close()
  await close()
}
