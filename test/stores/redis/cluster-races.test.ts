import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../../src/index.ts"
import { type RedisCluster, startRedisCluster } from "../../servers/redis-cluster.ts"
import { isFullRun, raceRounds } from "../../tier.ts"
import { contests } from "../servers/races/contests.ts"
import { openRacers, type Racers, raceInProcess } from "../servers/races/rounds.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries } = await import("./clients.ts")
const [ioredis, , , nodeRedis] = clusterLibraries

const racer = new URL("./cluster-racer.ts", import.meta.url)
const processRounds = isFullRun ? 200 : 8
const HOUR = 3_600_000

let cluster: RedisCluster
beforeAll(async () => {
  cluster = await startRedisCluster()
}, 60_000)
afterAll(() => cluster?.close())

describe.each([ioredis, nodeRedis])("races on a Cluster through $name", ({ name: library, connect }) => {
  let adapter: Adapter
  let close: () => Promise<unknown>
  let racers: Racers
  beforeAll(async () => {
    const ports = cluster.nodes.slice(0, 3).map(({ port }) => port)
    const client = await connect(ports)
    const prefix = crypto.randomUUID()
    close = client.close
    adapter = client.adapter({ prefix })
    racers = await openRacers([racer, library, prefix, ...ports.map(String)], adapter)
  }, 60_000)
  afterAll(async () => {
    await racers?.close()
    await close?.()
  })

  test.each(Object.keys(contests))(
    "%s: 8 callers",
    async (name) => expect(await raceInProcess(adapter, name, raceRounds(20))).toEqual([]),
    HOUR,
  )

  test.each(Object.keys(contests))(
    "%s: 3 processes",
    async (name) => expect(await racers.race(name, processRounds)).toEqual([]),
    HOUR,
  )
})
