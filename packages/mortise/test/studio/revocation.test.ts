import { describe, expect, test } from "vitest"
import { type Adapter, MortiseError } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { addUser, addUsers, canaries, everything, intercepted, leftIn } from "../cli/support/breach.ts"
import { openStudio, signIn } from "./support/open-studio.ts"

async function open(adapter: Adapter = memoryAdapter(), options?: Parameters<typeof openStudio>[1]) {
  await addUsers(adapter)
  const studio = await openStudio(adapter, options)
  return { adapter, studio, ...(await signIn(studio)) }
}

describe("the breach tools of the studio", () => {
  test("end only what was counted before, as one run at a time", async () => {
    const { adapter, act, studio } = await open()
    expect(await act("apply-revocation", { run: "unknown" })).toMatchObject({ status: 409 })
    const counted = await act("count-revocation", {
      rule: "users",
      value: "ada\nnobody\r\n",
      kinds: "sessions",
    })
    expect(counted).toMatchObject({
      status: 200,
      changed: 0,
      left: 0,
      notEnded: ["No user has this id or email."],
    })
    const { run, receipt } = counted.revocation
    expect(receipt).toMatchObject({ dryRun: true, state: "complete", ended: { users: 1, sessions: 1 } })
    expect(await leftIn(adapter)).toEqual(everything)

    const ended = await act("apply-revocation", { run })
    expect(ended).toMatchObject({
      status: 200,
      changed: 1,
      revocation: { receipt: { dryRun: false, ended: receipt.ended } },
    })
    expect(ended.revocation.receipt.notEnded).toEqual(receipt.notEnded)
    expect(await leftIn(adapter)).toEqual(everything.filter((name) => name !== "session-ada"))
    // Neither a second click nor the page of an older count ends anything.
    expect(await act("apply-revocation", { run })).toMatchObject({
      status: 409,
      error: { code: "not_counted" },
    })
    await act("count-revocation", { rule: "all" })
    expect(await act("apply-revocation", { run })).toMatchObject({ status: 409, error: { code: "no_run" } })

    expect(studio.changes.at(2)).toEqual({
      action: "apply-revocation",
      run,
      outcome: "incomplete",
      changed: 1,
    })
    const sent = JSON.stringify([studio.responses, studio.changes])
    for (const canary of canaries) expect(sent).not.toContain(canary)
    expect(JSON.stringify(studio.changes)).not.toContain("nobody")
  })

  test("SEC-L7 a run is bounded to 50 users per request, stops, and continues where it was", async () => {
    const adapter: Adapter = memoryAdapter()
    for (let nth = 0; nth < 70; nth++) await addUser(adapter, `user-${nth + 10}`, `${nth}@many.example`, [])
    const { act, studio } = await open(adapter)
    const first = await act("count-revocation", { rule: "domain", value: "many.example", kinds: "sessions" })
    const { run } = first.revocation
    expect(first).toMatchObject({ left: 1 })
    expect(await act("apply-revocation", { run })).toMatchObject({
      status: 409,
      error: { code: "not_counted" },
    })
    await act("stop-revocation", { run })
    expect(await act("apply-revocation", { run })).toMatchObject({ error: { code: "not_counted" } })
    await act("continue-revocation", { run })
    const applied = await act("apply-revocation", { run })
    expect([applied.changed <= 50, applied.left]).toEqual([true, 1])
    const stopped = await act("stop-revocation", { run: applied.revocation.run })
    expect(stopped.revocation.receipt).toMatchObject({ state: "stopped", endedAt: expect.any(String) })
    const rest = await act("continue-revocation", { run: applied.revocation.run })
    expect(rest.revocation.receipt).toMatchObject({
      state: "complete",
      isExact: true,
      ended: { sessions: 70 },
    })
    expect(studio.changes[0]).toMatchObject({ action: "count-revocation", rule: "domain:many.example" })
    expect(JSON.stringify(studio.responses)).not.toContain("@many.example")
  })

  test("a store that fails is reported, and the run can continue", async () => {
    let isDown = false
    const adapter: Adapter = memoryAdapter()
    const failing = intercepted(adapter, async (_, run) => {
      if (isDown) throw new MortiseError("unavailable", "The store is down.")
      return run()
    })
    await addUsers(adapter)
    const { act } = await signIn(await openStudio(failing))
    const counted = await act("count-revocation", { rule: "provider", value: "github", kinds: "sessions" })
    const { run } = counted.revocation
    isDown = true
    expect(await act("apply-revocation", { run })).toMatchObject({
      status: 502,
      error: { code: "store_failed" },
    })
    const failed = await act("stop-revocation", { run })
    expect(failed.revocation.receipt).toMatchObject({ dryRun: false, state: "failed", isExact: false })
    isDown = false
    const ended = await act("continue-revocation", { run })
    expect(ended).toMatchObject({
      status: 200,
      revocation: { receipt: { state: "complete", ended: { sessions: 2 } } },
    })
  })

  test.each([
    [{ rule: "everything" }, 400, "Give one rule"],
    [{ rule: "domain", value: "a b" }, 400, "The domain must be"],
    [{ rule: "all", kinds: "links", before: "2026-11-16" }, 400, "Only sessions have a time"],
    [{ rule: "users", value: "x".repeat(300_000) }, 413, "too large"],
  ])("refuse %j", async (input, status, message) => {
    const { act, adapter } = await open()
    const { error, ...refused } = await act("count-revocation", input)
    expect([refused.status, error.message]).toEqual([status, expect.stringContaining(message)])
    expect(await leftIn(adapter)).toEqual(everything)
  })

  test("name what an adapter lacks", async () => {
    const adapter: Adapter = memoryAdapter()
    const { act } = await signIn(await openStudio({ ...adapter, deleteSession: async () => null }))
    expect(await act("count-revocation", { rule: "all" })).toMatchObject({
      status: 409,
      error: { code: "unsupported", message: expect.stringContaining("The adapter lacks listSessions") },
    })
  })
})
