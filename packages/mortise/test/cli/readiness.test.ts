import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createReadiness } from "../../src/cli/serve/health-endpoints.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(getUser: (id: string) => unknown) {
  const lines: string[] = []
  const lookup = vi.fn(getUser)
  const isReady = createReadiness(
    { getUser: lookup },
    {
      print: (event) => void lines.push(event),
      printError: (event, text) => void lines.push(`${event}: ${text}`),
    },
  )
  return { isReady, lines, lookup }
}

describe("readiness", () => {
  test("asks the store at most once per second", async () => {
    const { isReady, lookup, lines } = open(() => null)
    expect(await Promise.all([isReady(), isReady()])).toEqual([true, true])
    vi.advanceTimersByTime(1000)
    await isReady()
    expect(lookup).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
    expect(lookup).toHaveBeenCalledTimes(2)
    expect(lines).toEqual([])
  })

  test("is false after two seconds without an answer", async () => {
    const { isReady, lines } = open(() => new Promise(() => {}))
    let result: boolean | undefined
    void isReady().then((ready) => {
      result = ready
    })
    await vi.advanceTimersByTimeAsync(1999)
    expect(result).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toBe(false)
    expect(lines).toEqual(["not_ready: The store is not ready: it did not answer within 2000 ms."])
  })

  test("prints a reason once until it changes, and that the store is ready again", async () => {
    let error: Error | undefined = new Error("down")
    const { isReady, lines } = open(() => {
      if (error) throw error
    })
    const ask = async () => {
      const ready = await isReady()
      vi.advanceTimersByTime(1001)
      return ready
    }
    expect([await ask(), await ask()]).toEqual([false, false])
    expect(lines).toEqual([expect.stringContaining("not_ready")])
    error = undefined
    expect([await ask(), await ask()]).toEqual([true, true])
    expect(lines.slice(1)).toEqual(["ready"])
    expect(vi.getTimerCount()).toBe(0)
  })

  test("calls the lookup as a method of the adapter", async () => {
    const adapter = {
      asked: "",
      getUser(id: string) {
        this.asked = id
      },
    }
    expect(await createReadiness(adapter, { print: () => {}, printError: () => {} })()).toBe(true)
    expect(adapter.asked).toBe("mortise-ready")
  })
})
