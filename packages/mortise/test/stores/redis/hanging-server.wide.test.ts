import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, onTestFinished, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { until } from "../../../../workshop/src/servers/until.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { upkeep } from "../../../src/index.ts"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { inspect } from "../../../src/stores/sql/migrate/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"
import { inTime, outcome, stopDeadlines } from "../servers/support/in-time.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Redis } = await import("ioredis")
const { libraries } = await import("./clients.ts")
// One of each client; the other majors run in a full run.
const tested = libraries.filter((_, nth) => isFullRun || nth % 3 === 0)

const timeoutSeconds = 0.4

const server = openForTests(startRedis)

test("commandTimeout of ioredis ends calls to a server that hangs", async () => {
  const client = new Redis({ port: server.port, commandTimeout: 300 })
  const adapter = ioredisAdapter(client)
  await adapter.createUser({ email: "ada@example.com" })
  await server.freeze()
  const write = adapter.createUser({ email: "grace@example.com" })
  await expect(write).rejects.toMatchObject({ code: "indeterminate" })
  await expect(adapter.getSessionAndUser("token")).rejects.toMatchObject({ code: "transient" })
  await server.thaw()
  client.disconnect()
})

describe.each(tested)("a deadline, through $name", ({ connect }) => {
  const open = async () => {
    const { adapter: over, close } = await connect(server.port)
    const commands: string[] = []
    const onCommand = (sent: string) => commands.push(sent)
    const prefix = crypto.randomUUID()
    // Without a deadline, because the first call connects.
    const patient = over({ prefix })
    const people = await signIn(patient)
    const adapter = over({ prefix, timeoutSeconds, onCommand, onWarning: () => {} })
    return { ...people, patient, adapter, commands, close }
  }

  test("ends calls to a server that hangs: a read as transient, a write as indeterminate", async () => {
    const { patient, adapter, user, session, commands, close } = await open()
    // The server must have the script of the removal: otherwise, it would only ask for its text.
    await patient.deleteUser((await signIn(patient)).user.id)
    const calls: readonly ["transient" | "indeterminate", () => Promise<unknown> | undefined][] = [
      ["transient", () => adapter.getSessionAndUser(session.sessionToken)],
      ["transient", () => adapter.getUser(user.id)],
      ["indeterminate", () => adapter.createUser(someone())],
      ["indeterminate", () => adapter.deleteUser(user.id)],
      ["transient", () => upkeep(adapter)?.page("user")],
      ["transient", () => upkeep(adapter)?.count("user")],
      ["indeterminate", () => upkeep(adapter)?.sweep()],
      ["transient", () => inspect(adapter)],
    ]
    onTestFinished(() => server.thaw())
    await server.freeze()
    await Promise.all(calls.map(([code, call]) => inTime(() => failure(Promise.resolve(call()), code))))
    const before = commands.length
    await server.thaw()
    await until("the removal", async () => expect(await patient.getUser(user.id)).toBeNull())
    // The clean-up of the removal would follow now.
    await sleep(100)
    expect(commands.length).toBe(before)
    expect((await adapter.createUser(someone())).id).toBeTruthy()
    await close()
  })

  test("of one lookup does not end the other lookups of its batch", async () => {
    const { adapter, user, session, close } = await open()
    const look = () => adapter.getSessionAndUser(session.sessionToken)
    onTestFinished(() => server.thaw())
    await server.freeze()
    const early = Promise.all(Array.from({ length: 5 }, () => inTime(() => outcome(look()))))
    await sleep(350)
    stopDeadlines(timeoutSeconds)
    const late = Promise.all(Array.from({ length: 5 }, look))
    expect(await early).toEqual(Array(5).fill("transient"))
    await server.thaw()
    expect(await late).toEqual(Array(5).fill({ session, user }))
    await close()
  })

  test("makes calls unavailable while the server is gone, and none of them is sent later", async () => {
    const { adapter, user, session, close } = await open()
    await server.kill()
    await sleep(50)
    await Promise.all([
      inTime(() => failure(adapter.getSessionAndUser(session.sessionToken), "unavailable")),
      inTime(() => failure(adapter.getUser(user.id), "unavailable")),
      inTime(() => failure(adapter.createUser(someone()), "unavailable")),
    ])
    await server.start()
    expect(await until("the client to connect again", () => adapter.getUser(user.id))).toBeNull()
    await sleep(200)
    expect(await command(server.port, "DBSIZE")).toBe(":0\r\n")
    await close()
  })

  test("of the first call does not end the check of the server for other calls", async () => {
    const { adapter: over, close } = await connect(server.port)
    onTestFinished(() => server.thaw())
    await server.freeze()
    const ended = inTime(() => failure(over({ timeoutSeconds }).getUser("x"), "unavailable"))
    const waiting = over().getUser("x")
    await ended
    await server.thaw()
    expect(await waiting).toBeNull()
    await close()
  })

  test("that is not reached changes nothing", async () => {
    const { adapter, user, session, close } = await open()
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect(await adapter.updateUser({ id: user.id, name: "Ada" })).toEqual({ ...user, name: "Ada" })
    expect(await upkeep(adapter)?.count("session")).toBe(1)
    expect(await adapter.deleteUser(user.id)).toMatchObject({ id: user.id })
    await close()
  })
})
