import { afterEach, beforeEach, describe, expect, test } from "vitest"
import {
  connectDynamodb,
  type Dynamodb,
  installDynamodb,
  startDynamodb,
} from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import {
  type DynamodbProxy,
  type Fault,
  startDynamodbProxy,
} from "../../../../workshop/src/dynamodb/dynamodb-proxy.ts"
import { type Adapter, extras, type MortiseAdapter, slots, upkeep } from "../../../src/index.ts"
import { retryLimit } from "../../../src/operations/retry.ts"
import { createDynamodbTable, dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"

await installDynamodb()
const server = openForTests(startDynamodb)

const expires = new Date(Date.now() + 3_600_000)
const later = new Date(Date.now() + 7_200_000)
const ada = { id: "ada", email: "ada@example.com" }
const account = { type: "oauth", provider: "github", providerAccountId: "1" } as const
const session = { sessionToken: "session", userId: ada.id, expires }
const token = { identifier: ada.email, token: "link", expires }

/** A call, what was stored before, and what it returns. */
type Scenario = {
  readonly name: string
  prepare(adapter: MortiseAdapter): Promise<unknown>
  call(adapter: MortiseAdapter): Promise<unknown>
  readonly result: unknown
}

const signUp = (adapter: MortiseAdapter) =>
  extras(adapter).signUp({ user: ada, account, session: { sessionToken: "session", expires } })
const signUpWithLink = async (adapter: MortiseAdapter) => {
  await signUp(adapter)
  await adapter.createVerificationToken(token)
}
const nothing = async () => {}

const scenarios: readonly Scenario[] = [
  { name: "createUser", prepare: nothing, call: ({ createUser }) => createUser(ada), result: ada },
  { name: "signUp", prepare: nothing, call: signUp, result: { user: ada, account, session } },
  {
    name: "linkAccount",
    prepare: signUp,
    call: ({ linkAccount }) => linkAccount({ ...account, userId: "ada", providerAccountId: "2" }),
    result: { providerAccountId: "2" },
  },
  {
    name: "updateUser",
    prepare: signUp,
    call: ({ updateUser }) => updateUser({ id: "ada", email: "new@example.com" }),
    result: { id: "ada", email: "new@example.com" },
  },
  {
    name: "updateSession",
    prepare: signUp,
    call: ({ updateSession }) => updateSession({ sessionToken: "session", expires: later }),
    result: { ...session, expires: later },
  },
  {
    name: "deleteSession",
    prepare: signUp,
    call: ({ deleteSession }) => deleteSession("session"),
    result: session,
  },
  {
    name: "useVerificationToken",
    prepare: signUpWithLink,
    call: ({ useVerificationToken }) => useVerificationToken(token),
    result: token,
  },
  {
    name: "deleteUser",
    prepare: signUpWithLink,
    call: ({ deleteUser }) => deleteUser("ada"),
    result: ada,
  },
  {
    name: "slots.increment",
    prepare: (adapter) => slots(adapter).increment("attempts", expires),
    call: (adapter) => slots(adapter).increment("attempts", expires),
    result: 2,
  },
]

let proxy: DynamodbProxy
let direct: Dynamodb
let client: Dynamodb
let table: string
let tables = 0

beforeEach(async () => {
  proxy = await startDynamodbProxy(server.port)
  direct = connectDynamodb(server.port)
  client = connectDynamodb(proxy.port, { maxAttempts: 2 })
})
afterEach(async () => {
  direct.destroy()
  client.destroy()
  await proxy.close()
})

/** An adapter behind the proxy, and one without it, on a new table. */
async function open() {
  table = `faults${++tables}`
  await createDynamodbTable(direct, { table, pointInTimeRecovery: false })
  return { faulty: dynamodbAdapter(client, { table }), sound: dynamodbAdapter(direct, { table }) }
}

/** Runs a scenario with a fault at each of its requests in turn, until it has no such request. */
async function atEachRequest(
  { prepare, call }: Scenario,
  faultAt: (isReached: boolean, isPast: boolean) => Fault | undefined,
  check: (outcome: PromiseSettledResult<unknown>, sound: MortiseAdapter) => Promise<void>,
): Promise<number> {
  for (let at = 0; ; at++) {
    const { faulty, sound } = await open()
    await prepare(sound)
    let requests = 0
    proxy.inject(() => {
      const index = requests++
      return faultAt(index === at, index > at)
    })
    const [outcome] = await Promise.allSettled([call(faulty)])
    proxy.inject(() => undefined)
    if (requests <= at) return at
    await check(outcome as PromiseSettledResult<unknown>, sound)
  }
}

/** What a caller sees of Ada. */
const look = async (adapter: Adapter) => ({
  user: (await adapter.getUser("ada")) !== null,
  account: (await adapter.getAccount("1", "github")) !== null,
  accountUser: (await adapter.getUserByAccount(account)) !== null,
  session: (await adapter.getSessionAndUser("session")) !== null,
})

/** Deletes all that can be found, and sweeps; returns how many items are left. */
async function countLeft(adapter: MortiseAdapter): Promise<number> {
  for (const { id } of (await upkeep(adapter).page("user")).rows) await adapter.deleteUser(id)
  await upkeep(adapter).sweep({ now: new Date(Date.now() + 86_400_000) })
  const { Count } = (await (direct as unknown as { scan(input: object): Promise<{ Count: number }> }).scan({
    TableName: table,
  })) ?? { Count: -1 }
  return Count
}

describe.each(scenarios)("$name", (scenario) => {
  const { result } = scenario

  test.each(["lost", "unsent", "throttled", "conflict"] as const)(
    "is applied once, and answers as if nothing had happened, if a request is %s",
    async (fault) => {
      const requests = await atEachRequest(
        scenario,
        (isReached) => (isReached ? fault : undefined),
        async (outcome, sound) => {
          expect(outcome).toMatchObject({ status: "fulfilled", value: result })
          expect(await countLeft(sound)).toBe(0)
        },
      )
      expect(requests).toBeGreaterThan(0)
    },
    600_000,
  )

  test.each(["lost", "unsent"] as const)(
    "leaves all or nothing, and nothing that stays, if the process ends when a request is %s",
    async (fault) => {
      const usual = retryLimit.milliseconds
      retryLimit.milliseconds = 1
      const requests = await atEachRequest(
        scenario,
        (isReached, isPast) => (isReached ? fault : isPast ? "unsent" : undefined),
        async (_, sound) => {
          const seen = new Set(Object.values(await look(sound)))
          if (["signUp", "deleteUser"].includes(scenario.name)) expect(seen.size).toBe(1)
          expect(await countLeft(sound)).toBe(0)
        },
      ).finally(() => {
        retryLimit.milliseconds = usual
      })
      expect(requests).toBeGreaterThan(0)
    },
    600_000,
  )
})

test("a write whose answers are all lost is indeterminate, and a read is transient", async () => {
  const usual = retryLimit.milliseconds
  retryLimit.milliseconds = 1
  const { faulty } = await open()
  proxy.inject(() => "lost")
  await expect(faulty.createUser(ada)).rejects.toMatchObject({ code: "indeterminate" })
  await expect(faulty.getUser("ada")).rejects.toMatchObject({ code: "transient" })
  retryLimit.milliseconds = usual
})

test("every read asks for strong consistency", async () => {
  const weak: string[] = []
  const { faulty } = await open()
  proxy.inject(({ name, input }) => {
    const requested = name === "BatchGetItem" ? Object.values(input["RequestItems"] as object) : [input]
    const isRead = /^(GetItem|BatchGetItem|Query|Scan)$/.test(name)
    if (isRead && requested.some(({ ConsistentRead }) => ConsistentRead !== true)) weak.push(name)
    return undefined
  })
  for (const { prepare, call } of scenarios) {
    await prepare(faulty)
    await call(faulty)
    await countLeft(faulty)
  }
  expect(weak).toEqual([])
})
