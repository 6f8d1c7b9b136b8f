import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { startSweeper } from "../../src/cli/serve/sweeper.ts"
import { MortiseError, slots, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openSqlite } from "../http/support/open-sqlite.ts"
import { said, startServer } from "./support/run-cli.ts"

const intervalMs = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store with expired slots, and sweepers on it that record what they print. */
async function open(expired: number) {
  const adapter = memoryAdapter()
  const stored = slots(adapter) ?? expect.unreachable()
  const rows = upkeep(adapter) ?? expect.unreachable()
  for (let nth = 0; nth < expired; nth++)
    await stored.claim({ key: `receipt-${nth}`, expires: new Date(Date.now() + 1) })
  const sweep = vi.fn(rows.sweep)
  const lines: string[] = []
  const reporter = {
    print: (_: string, line: string) => void lines.push(line),
    printError: (_: string, line: string) => void lines.push(line),
  }
  const start = (random = 0.5) =>
    startSweeper({ upkeep: { sweep }, slots: stored, intervalMs, reporter, random: () => random })
  return { start, sweep, lines, stored }
}

describe("SEC-R17 the sweeper", () => {
  test("removes expired rows in bounded batches, and continues in the next round", async () => {
    const { start, sweep, lines } = await open(10_600)
    const sweeper = start()
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(sweep).toHaveBeenCalledTimes(20)
    expect(lines).toEqual(["Removed 10000 expired rows."])
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(lines[1]).toMatch(/^Removed 60\d expired rows\.$/)
    for (const [options] of sweep.mock.calls) expect(options).toEqual({ limit: 500 })
    await sweeper.stop()
  })

  test("runs in one process at a time", async () => {
    const { start, sweep } = await open(3)
    const sweepers = [start(0.5), start(0.6), start(0.7)]
    await vi.advanceTimersByTimeAsync(1.4 * intervalMs)
    expect(sweep).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(sweep).toHaveBeenCalledTimes(2)
    await Promise.all(sweepers.map(({ stop }) => stop()))
  })

  test.each([
    [0, 0.5],
    [1, 1.5],
  ])("with the random number %s it waits %s intervals", async (random, factor) => {
    const { start, sweep } = await open(1)
    const sweeper = start(random)
    await vi.advanceTimersByTimeAsync(factor * intervalMs - 1)
    expect(sweep).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(sweep).toHaveBeenCalledTimes(1)
    await sweeper.stop()
  })

  test("reports a failure without the message of the client, and tries again", async () => {
    const { start, sweep, lines } = await open(1)
    sweep.mockRejectedValueOnce(new Error("canary-4711"))
    sweep.mockRejectedValueOnce(new MortiseError("unavailable", "The store cannot be reached."))
    const sweeper = start()
    await vi.advanceTimersByTimeAsync(3 * intervalMs)
    expect(lines).toEqual([
      "Expired rows could not be removed: Error.",
      "Expired rows could not be removed: The store cannot be reached.",
      expect.stringMatching(/^Removed \d expired rows\.$/),
    ])
    await sweeper.stop()
  })

  test("does nothing after it was stopped, and does not keep the process running", async () => {
    vi.useRealTimers()
    const { start, sweep } = await open(1)
    const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const before = timeouts()
    const sweeper = start()
    expect(timeouts()).toBe(before)
    await sweeper.stop()
    expect(sweep).not.toHaveBeenCalled()
  })
})

describe("SEC-R17 mortise serve", () => {
  beforeEach(() => void vi.useRealTimers())

  /** A server on a database file that holds an expired receipt; whether the receipt is removed in time. */
  async function sweeps(args: readonly string[], limitMs: number): Promise<boolean> {
    const { adapter, url, close } = await openSqlite()
    const stored = slots(adapter) ?? expect.unreachable()
    await stored.claim({ key: "mortise/http/receipt/1", expires: new Date(Date.now() + 1) })
    const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: url }
    const options = ["--port", "0", "--insecure-without-authentication", ...args]
    const { child, end } = await startServer(options, { cwd: process.cwd(), env })
    const isSwept = await Promise.race([
      said(child, '"swept"').then(() => true),
      sleep(limitMs, false, { ref: false }),
    ])
    child.kill()
    await end
    close()
    return isSwept
  }

  test("removes expired receipts", async () => {
    expect(await sweeps(["--sweep-seconds", "1"], 60_000)).toBe(true)
  })

  test.each([[["--sweep-seconds", "1", "--no-sweep"]], [["--sweep-seconds", "0"]]])(
    "does not sweep with %j",
    async (args) => {
      expect(await sweeps(args, 2_500)).toBe(false)
    },
  )
})
