import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Adapter, extras } from "../../src/index.ts"
import { type Connected, newDatabase, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { encrypted } from "./support/encrypted.ts"
import { startTokenProvider, type TokenProvider } from "./support/token-provider.ts"
import { openTokenWorld, type TokenWorld, type WorldOptions } from "./support/token-world.ts"

let provider: TokenProvider
const server = openForTests(pg.serve)
let database: Connected
let url: string
beforeAll(async () => {
  provider = await startTokenProvider()
  url = await newDatabase(pg, server)
  database = pg.connect(url)
})
afterAll(async () => {
  await database?.close()
  await provider?.close()
})

const program = new URL("./support/refreshing-process.ts", import.meta.url)

type Processes = { count: number; waitSeconds: number; storage: string }

/** Starts processes that share the account of a world. */
async function startProcesses(
  world: TokenWorld,
  { count, waitSeconds, storage }: Processes,
): Promise<ChildProcess[]> {
  const { issuer, clientId, clientSecret } = provider
  const args = [url, issuer, clientId, clientSecret, world.user.id, String(waitSeconds), storage]
  const children = Array.from({ length: count }, () => fork(program, args, { execArgv: ["--import", "tsx"] }))
  await Promise.all(children.map((child) => once(child, "message")))
  return children
}

const ask = async (child: ChildProcess, callers: number): Promise<unknown[]> => {
  const answer = once(child, "message")
  child.send(callers)
  return (await answer)[0] as unknown[]
}

const openWorld = (layer: WorldOptions["layer"]) =>
  openTokenWorld(provider, { adapter: database.adapter() as Adapter, layer })

describe.each([
  ["as they are", undefined],
  ["encrypted", encrypted],
])("tokens that are stored %s", (storage, layer) => {
  test("SEC-G1: sixteen callers in four processes refresh once, round after round", async () => {
    const world = await openWorld(layer)
    const children = await startProcesses(world, { count: 4, waitSeconds: 20, storage })
    for (let round = 0; round < 10; round++) {
      await expireToken(world)
      provider.sent.length = 0
      const results = (await Promise.all(children.map((child) => ask(child, 4)))).flat()
      const stored = await world.account()
      const expected = expect.objectContaining({ ok: true, accessToken: stored?.access_token })
      expect(results).toEqual(Array(16).fill(expected))
      expect(provider.sent).toHaveLength(1)
    }
    expect(provider.alarms).toEqual([])
    for (const child of children) child.kill()
  })

  test("SEC-G2: a token is not sent again when its process is killed after sending it", async () => {
    const world = await openWorld(layer)
    const [victim, other] = await startProcesses(world, { count: 2, waitSeconds: 1, storage })
    provider.sent.length = 0
    let release = () => {}
    provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
    victim?.send(4)
    await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
    victim?.kill("SIGKILL")
    release()
    const [answer] = await ask(other as ChildProcess, 4)
    expect(answer, "bounded").toEqual({ error: expect.stringContaining("Retry later") })
    world.travel(60)
    expect(await world.open().get(world.which)).toEqual({ ok: false, reason: "refresh_answer_lost" })
    expect(provider.sent).toEqual([world.refresh])
    expect(provider.alarms).toEqual([])
    other?.kill()
  })
})

/** Makes the stored access token expire, and leaves the rest. */
async function expireToken({ adapter, key }: TokenWorld): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) - 10
  expect(await extras(adapter)?.updateAccount?.({ ...key, expires_at })).toMatchObject({
    row: { expires_at },
  })
}
