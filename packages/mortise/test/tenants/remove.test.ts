import { describe, expect, test } from "vitest"
import { tenantTrustMs } from "../../src/contract/tenants.ts"
import { MortiseError, slots } from "../../src/index.ts"
import { type RemovalReceipt, tenants } from "../../src/tenants/index.ts"
import { fillTenant, findRows, rowsOf } from "./support/people.ts"
import { type OpenProcess, stores } from "./support/processes.ts"

const users = 3
const empty = rowsOf(0)
const noWait = { sleep: async () => {} }
const finished = { tenant: "acme", rows: rowsOf(users), finished: expect.any(Date) }

/** A store with two tenants that have equal rows. */
async function openFilled(name: string): Promise<OpenProcess> {
  const openProcess = (await stores[name]?.()) ?? expect.unreachable()
  const forTenant = openProcess()
  await fillTenant(forTenant("acme"), users)
  await fillTenant(forTenant("acme-2"), users)
  return openProcess
}

/** Whether `acme` is empty, and the other tenant is as it was. */
async function expectRemoved(openProcess: OpenProcess): Promise<void> {
  const forTenant = openProcess()
  expect(await tenants(forTenant).count("acme")).toEqual(empty)
  expect(await tenants(forTenant).count("acme-2")).toEqual(rowsOf(users))
  expect(await findRows(forTenant("acme"))).toEqual([])
  expect(await findRows(forTenant("acme-2"), users - 1)).toHaveLength(7)
}

describe.each(Object.keys(stores))("remove on %s", (name) => {
  test("deletes all rows of one tenant in batches, and leaves a receipt", async () => {
    const openProcess = await openFilled(name)
    const steps: [rows: unknown, deletedUsers: number][] = []
    const receipt = await tenants(openProcess(), noWait).remove("acme", {
      batch: 2,
      onProgress: (progress) => steps.push([progress.receipt.rows, progress.deletedUsers]),
    })
    expect(receipt).toMatchObject(finished)
    expect(receipt?.finished?.getTime()).toBeGreaterThanOrEqual(receipt?.started.getTime() ?? Infinity)
    expect(steps[0]).toEqual([null, 0])
    expect(steps[1]).toEqual([rowsOf(users), 0])
    expect(steps.map(([, deleted]) => deleted)).toEqual(expect.arrayContaining([2, 3]))
    await expectRemoved(openProcess)

    const again = tenants(openProcess(), noWait)
    expect(await again.remove("acme")).toEqual(receipt)
    expect(await again.read("acme")).toEqual({ name: "acme", state: "removed", receipt })
    expect(await again.remove("nobody")).toBeNull()
  })

  test("is continued by a second process, wherever the first one failed", async () => {
    const openProcess = await openFilled(name)
    // Every place in memory. Each step on SQLite is a transaction on a file.
    const step = name === "memory" ? 1 : 7
    let failing = 0
    for (let isRemoved = false; !isRemoved; failing += step) {
      let calls = 0
      const onCall = () => {
        if (calls++ >= failing) throw new MortiseError("indeterminate", "The process ended.")
      }
      const first = tenants(openProcess({ onCall }), noWait).remove("acme", { batch: 2 })
      isRemoved = await first.then(
        () => true,
        () => false,
      )
      expect(await tenants(openProcess(), noWait).remove("acme")).toMatchObject(finished)
      await expectRemoved(openProcess)
      // The next removal finds the same rows.
      await fillTenant(openProcess()("acme"), users)
    }
    expect(failing).toBeGreaterThan(20)
  })

  test("may run in several processes at once", async () => {
    const openProcess = await openFilled(name)
    // With a clock of its own, each call would finish at another time.
    const removals = [1, 2, 3].map((batch) => {
      const now = () => Date.now() + batch * 60_000
      return tenants(openProcess(), { ...noWait, now }).remove("acme", { batch })
    })
    const [receipt, ...others] = await Promise.all(removals)
    expect(receipt).toMatchObject(finished)
    for (const other of others) expect(other).toEqual(receipt)
    await expectRemoved(openProcess)
  })

  test("stops at a signal, and continues without counting again", async () => {
    const openProcess = await openFilled(name)
    const stop = new AbortController()
    const stopped = await tenants(openProcess(), noWait).remove("acme", {
      batch: 1,
      signal: stop.signal,
      onProgress: ({ deletedUsers }) => deletedUsers === 1 && stop.abort(),
    })
    expect(stopped).toMatchObject({ rows: rowsOf(users), finished: null })
    expect((await tenants(openProcess()).count("acme")).user).toBe(users - 1)
    // It has waited already, so a call with the real wait ends too.
    expect(await tenants(openProcess()).remove("acme")).toMatchObject({
      ...finished,
      started: stopped?.started,
    })
  })

  test("ends its wait at a signal", async () => {
    const openProcess = await openFilled(name)
    const stop = new AbortController()
    const stopped = await tenants(openProcess()).remove("acme", {
      signal: stop.signal,
      onProgress: () => void setImmediate(() => stop.abort()),
    })
    expect(stopped).toMatchObject({ rows: null, finished: null })
    expect(await tenants(openProcess()).count("acme")).toEqual(rowsOf(users))
  })

  test("the name can be used again", async () => {
    const openProcess = await openFilled(name)
    let now = Date.now()
    const forTenant = openProcess({ now: () => now })
    await tenants(openProcess(), noWait).remove("acme")
    now += tenantTrustMs
    await fillTenant(forTenant("acme"), 1)
    expect(await findRows(forTenant("acme"))).toHaveLength(7)
    const read = tenants(openProcess(), noWait)
    expect(await read.read("acme")).toMatchObject({ state: "active", receipt: null })
    expect(await read.remove("acme")).toMatchObject({ rows: rowsOf(1) })
  })
})

/**
 * Removes a tenant while another process signs its users in, with the same clock. Returns what that process found after
 * the first deletion had started, and which sign-ins it could store.
 */
async function removeUnderTraffic(name: string, isWaiting: (waitedMs: number, ms: number) => boolean) {
  const openProcess = await openFilled(name)
  let now = Date.now()
  const clock = { now: () => now }
  const [remover, other] = [openProcess(clock), openProcess(clock)("acme")]
  const found: Promise<unknown[]>[] = []
  const stored: string[] = []
  let receipt: RemovalReceipt | undefined

  const signIn = async (token: string) => {
    const created = await other
      .createSession({ sessionToken: token, userId: "user-0", expires: new Date(now + 1e9) })
      .catch((error: { code: string }) => error.code)
    if (typeof created !== "string") stored.push(token)
  }
  const sleep = async (ms: number) => {
    for (let waited = 0; isWaiting(waited, ms); waited += 1000) {
      await Promise.all([findRows(other), signIn(`during-${waited}`)])
      now += 1000
    }
  }
  // From now on it knows the tenant as an active one, for as long as it may.
  await signIn("before")
  await tenants(remover, { ...clock, sleep }).remove("acme", {
    batch: 1,
    onProgress(progress) {
      receipt = progress.receipt
      if (receipt.rows) found.push(findRows(other), findRows(other, users - 1))
    },
  })
  return { found: (await Promise.all(found)).flat(), stored, receipt, openProcess }
}

describe.each(Object.keys(stores))("a process that signs in during a removal on %s", (name) => {
  test("finds no row after the first deletion, and stores none", async () => {
    const { found, stored, receipt, openProcess } = await removeUnderTraffic(
      name,
      (waited, ms) => waited < ms,
    )
    expect(found).toEqual([])
    // It learns of the removal while the remover waits, and is refused from then on.
    expect(stored.length).toBeGreaterThan(1)
    expect(stored.length).toBeLessThanOrEqual(1 + tenantTrustMs / 1000)
    expect(receipt?.rows?.session).toBe(users + stored.length)
    await expectRemoved(openProcess)
  })

  test("finds rows if the removal waits too briefly", async () => {
    const { found } = await removeUnderTraffic(name, (waited) => waited < tenantTrustMs / 2)
    expect(found).not.toEqual([])
  })
})

test("a tenant that is being removed takes no slots", async () => {
  const openProcess = await openFilled("memory")
  const stop = AbortSignal.abort()
  await tenants(openProcess()).remove("acme", { signal: stop })
  await expect(slots(openProcess()("acme")).set({ key: "late" })).rejects.toMatchObject({ code: "readonly" })
})
