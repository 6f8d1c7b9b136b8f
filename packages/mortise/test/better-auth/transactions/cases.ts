/** Cases that hold for the transactions of every driver, written without a test runner, so that they run in all runtimes. */
import assert from "node:assert/strict"
import { getTransactions } from "../../../src/better-auth/transactions.ts"
import { MortiseError } from "../../../src/contract/errors.ts"
import type { Driver, Result } from "../../../src/sql/driver.ts"
import { statement } from "../../../src/sql/statement.ts"

/** A driver whose database has the table `things`. */
export type Subject = {
  readonly driver: Driver
  /** How the engine writes the first parameter. */
  readonly parameter: "?" | "$1"
}

export const createThings = "CREATE TABLE things (name VARCHAR(100) NOT NULL PRIMARY KEY)"

type Case = (subject: Subject) => Promise<void>

/** Fails instead of waiting forever. */
export async function inTime<T>(work: Promise<T>, milliseconds = 20_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`This took longer than ${milliseconds} ms.`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export const add = async ({ parameter }: Subject, driver: Driver, name: string): Promise<Result> =>
  driver.run(statement(`INSERT INTO things (name) VALUES (${parameter})`), [name])

export const names = async (driver: Driver): Promise<unknown[]> =>
  (await driver.run(statement("SELECT name FROM things ORDER BY name"), [])).rows.map(([name]) => name)

const start = <T>({ driver }: Subject, work: (inside: Driver) => Promise<T>): Promise<T> => {
  assert(driver.transaction, "the driver has no transactions")
  return inTime(driver.transaction(work))
}

const translate = (error: unknown): Error => new Error("The transaction failed.", { cause: error })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export const transactionCases: Readonly<Record<string, Case>> = {
  async "a transaction is committed when its work resolves"(subject) {
    const { driver } = subject
    const result = await start(subject, async (inside) => {
      assert.equal(inside.isJoined?.(), true)
      await add(subject, inside, "a")
      await inside.batch([[statement("INSERT INTO things (name) VALUES ('b')"), []]])
      assert.deepEqual(await names(inside), ["a", "b"])
      return "result"
    })
    assert.equal(result, "result")
    assert.deepEqual(await names(driver), ["a", "b"])
    assert.notEqual(driver.isJoined?.(), true)
  },

  async "a transaction is rolled back when its work throws, and the error is passed on"(subject) {
    const failure = new Error("the caller's own")
    const work = start(subject, async (inside) => {
      await add(subject, inside, "a")
      throw failure
    })
    await assert.rejects(work, (error) => error === failure)
    assert.deepEqual(await names(subject.driver), [])
    await add(subject, subject.driver, "b")
    assert.deepEqual(await names(subject.driver), ["b"])
  },

  async "concurrent calls inside take turns"(subject) {
    const wanted = Array.from({ length: 8 }, (_, nth) => `n${String(nth).padStart(2, "0")}`)
    await start(subject, async (inside) => {
      await Promise.all(wanted.map((name) => add(subject, inside, name)))
    })
    assert.deepEqual(await names(subject.driver), wanted)
  },

  async "a failed write inside can be caught, and the transaction goes on"(subject) {
    await start(subject, async (inside) => {
      await add(subject, inside, "a")
      const [first, failed, last] = await Promise.allSettled([
        add(subject, inside, "b"),
        add(subject, inside, "a"),
        add(subject, inside, "c"),
      ])
      assert.deepEqual([first?.status, failed?.status, last?.status], ["fulfilled", "rejected", "fulfilled"])
      await assert.rejects(async () =>
        inside.batch([
          [statement("INSERT INTO things (name) VALUES ('half')"), []],
          [statement("INSERT INTO things (name) VALUES ('a')"), []],
        ]),
      )
    })
    assert.deepEqual(await names(subject.driver), ["a", "b", "c"])
  },

  async "a call that was not awaited belongs to the transaction"(subject) {
    await start(subject, async (inside) => {
      void add(subject, inside, "a")
      void add(subject, inside, "b")
    })
    assert.deepEqual(await names(subject.driver), ["a", "b"])
  },

  async "a call after the end changes nothing"(subject) {
    let kept: Driver | undefined
    await start(subject, async (inside) => {
      kept = inside
    })
    await assert.rejects(add(subject, kept as Driver, "late"), MortiseError)
    const failed = start(subject, async (inside) => {
      kept = inside
      throw new Error("rolled back")
    })
    await assert.rejects(failed, /rolled back/)
    await assert.rejects(add(subject, kept as Driver, "late"), MortiseError)
    assert.deepEqual(await names(subject.driver), [])
  },

  async "calls outside wait or use another connection, and do not see what is not committed"(subject) {
    const { driver } = subject
    let outside: Promise<unknown>[] = []
    await start(subject, async (inside) => {
      await add(subject, inside, "inside")
      outside = [names(driver), add(subject, driver, "outside"), names(driver)]
      const seen = await Promise.race([outside[0], pause(50)])
      assert(!(seen as unknown[] | undefined)?.includes("inside"), "an uncommitted row was read")
      await add(subject, inside, "more")
    })
    await inTime(Promise.all(outside))
    assert.deepEqual(await names(driver), ["inside", "more", "outside"])
  },

  async "several transactions at once do not mix"(subject) {
    const work = async (nth: number) =>
      start(subject, async (inside) => {
        await add(subject, inside, `a${nth}`)
        await pause(1)
        if (nth % 2 === 1) throw new Error("rolled back")
        await add(subject, inside, `b${nth}`)
      })
    await Promise.allSettled([0, 1, 2, 3].map(work))
    assert.deepEqual(await names(subject.driver), ["a0", "a2", "b0", "b2"])
  },

  async "calls in the callback of a transaction join it, and nested transactions too"(subject) {
    const { driver } = subject
    const { run, current } = getTransactions(driver)
    const work = run(async () => {
      await add(subject, current(), "a")
      await run(async () => void (await add(subject, current(), "b")), translate)
      assert.deepEqual(await names(current()), ["a", "b"])
      throw new Error("rolled back")
    }, translate)
    await assert.rejects(inTime(work), /rolled back/)
    assert.equal(current(), driver)
    assert.deepEqual(await names(driver), [])
  },

  async "calls join their own client's transaction inside a transaction of another client"(subject) {
    const { driver } = subject
    const { run, current } = getTransactions(driver)
    const other: Driver = { ...driver, transaction: (work) => work(other) }
    const work = run(async () => {
      await getTransactions(other).run(async () => void (await add(subject, current(), "a")), translate)
      throw new Error("rolled back")
    }, translate)
    await assert.rejects(inTime(work), /rolled back/)
    assert.deepEqual(await names(driver), [])
  },

  async "work that outlives a committed transaction runs outside, and after a rollback it fails"(subject) {
    const { driver } = subject
    const { run, current } = getTransactions(driver)
    const detached: Promise<unknown>[] = []
    const late = async (name: string) => {
      await pause(20)
      await add(subject, current(), name)
    }
    await inTime(
      run(async () => {
        await add(subject, current(), "a")
        detached.push(late("after"))
      }, translate),
    )
    await inTime(Promise.all(detached.splice(0)))
    assert.deepEqual(await names(driver), ["a", "after"])
    const undone = async () => {
      await pause(20)
      const begun = run(async () => {
        await add(subject, current(), "half")
        throw new Error("its own failure")
      }, translate)
      await assert.rejects(begun, /its own failure/)
    }
    await inTime(run(async () => void detached.push(undone()), translate))
    await inTime(Promise.all(detached.splice(0)))
    assert.deepEqual(await names(driver), ["a", "after"], "a transaction that begins after another one ended")
    const failed = run(async () => {
      detached.push(late("escaped"))
      detached[0]?.catch(() => {})
      throw new Error("rolled back")
    }, translate)
    await assert.rejects(inTime(failed), /rolled back/)
    await assert.rejects(Promise.all(detached), { code: "unavailable" })
    assert.deepEqual(await names(driver), ["a", "after"])
  },
}
