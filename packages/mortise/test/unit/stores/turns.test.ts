import { describe, expect, test } from "vitest"
import { answerLater, openTurns } from "../../../src/sql/transactions/turns.ts"

/** A statement that is answered when the test says so. */
function statement() {
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { answer, answered }
}

const ended = { code: "unavailable", message: expect.stringContaining("has ended") }

describe("calls in a transaction of the caller", () => {
  test("run one after the other", async () => {
    const { call } = openTurns().at(0)
    const { answer, answered } = statement()
    const log: string[] = []
    const calls = [
      call(async () => {
        await answered
        log.push("first")
      }),
      call(async () => void log.push("second")),
    ]
    answer()
    await Promise.all(calls)
    expect(log).toEqual(["first", "second"])
  })

  test("SEC-S4: a rollback waits for the running call, which sends nothing more, and refuses the waiting one", async () => {
    const turns = openTurns()
    const { call } = turns.at(0)
    const { answer, answered } = statement()
    const log: string[] = []
    const running = call(async (check) => {
      await answered
      log.push("answered")
      check()
      log.push("sent too late")
    })
    const waiting = call(async () => void log.push("sent after the end"))
    await Promise.resolve()
    const rolledBack = turns.end(0, true, () => void log.push("rollback"))
    answer()
    await expect(running).rejects.toMatchObject(ended)
    await expect(waiting).rejects.toMatchObject(ended)
    await rolledBack
    await expect(call(async () => {})).rejects.toMatchObject(ended)
    expect(log).toEqual(["answered", "rollback"])
  })

  test("SEC-S4: a call that has sent its last statement fails with the rollback that undoes it", async () => {
    const turns = openTurns()
    const { answer, answered } = statement()
    const running = turns.at(0).call(() => answered)
    await Promise.resolve()
    const rolledBack = turns.end(0, true, () => {})
    answer()
    await expect(running).rejects.toMatchObject(ended)
    await rolledBack
  })

  test("SEC-T29: once a rollback was requested, the running and the waiting call fail before it is sent", async () => {
    const turns = openTurns()
    const { call } = turns.at(0)
    const { answer, answered } = statement()
    const calls = [call(() => answered), call(async () => "sent too late")]
    await Promise.resolve()
    turns.close(0, true)
    answer()
    for (const undone of calls) await expect(undone).rejects.toMatchObject(ended)
  })

  test("SEC-T29: in this process, a call is answered after an error that is thrown at the same time", async () => {
    const turns = openTurns()
    const { call } = answerLater(turns.at(0))
    const work = async (): Promise<never> => {
      throw new Error("undo")
    }
    const undone = call(async () => "answered at once")
    await work().catch(() => turns.end(0, true, () => {}))
    await expect(undone).rejects.toMatchObject(ended)
    expect(await answerLater(turns.at(0)).call(async () => "kept")).toBe("kept")
  })

  test("a commit waits for the running call, which succeeds", async () => {
    const turns = openTurns()
    const { call } = turns.at(0)
    const { answer, answered } = statement()
    const log: string[] = []
    const running = call(async (check) => {
      await answered
      log.push("answered")
      check()
      return "kept"
    })
    const waiting = call(async () => void log.push("sent after the end"))
    await Promise.resolve()
    const committed = turns.end(0, false, () => void log.push("commit"))
    answer()
    expect(await running).toBe("kept")
    await expect(waiting).rejects.toMatchObject(ended)
    await committed
    expect(log).toEqual(["answered", "commit"])
  })

  test("without a running call, the end is sent at once", () => {
    let isSent = false
    openTurns().end(0, false, () => {
      isSent = true
    })
    expect(isSent).toBe(true)
  })

  test("the end of a nested transaction leaves the outer one, whose calls wait for it", async () => {
    const turns = openTurns()
    const [outer, inner] = [turns.at(0), turns.at(1)]
    const { answer, answered } = statement()
    const released = turns.end(1, false, () => answered)
    const log: string[] = []
    const call = outer.call(async () => void log.push("outer"))
    await new Promise((resolve) => setImmediate(resolve))
    expect(log).toEqual([])
    answer()
    await released
    await call
    expect(log).toEqual(["outer"])
    await expect(inner.call(async () => {})).rejects.toMatchObject(ended)
    await turns.at(1).call(async () => {})
  })

  test("the end of the outer transaction is that of the nested one", async () => {
    const turns = openTurns()
    const inner = turns.at(1)
    turns.end(0, false, () => {})
    await expect(inner.call(async () => {})).rejects.toMatchObject(ended)
  })

  test("a failed end leaves the connection to the next transaction", async () => {
    const turns = openTurns()
    await expect(turns.end(0, true, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost")
    expect(await turns.at(0).call(async () => "next")).toBe("next")
  })
})
