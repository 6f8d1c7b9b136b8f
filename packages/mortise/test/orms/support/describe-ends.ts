import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import type { Adapter } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { someAccount, someone } from "../../support/people.ts"
import type { Joined, OpenOrm, OrmStore } from "./orm-store.ts"
import {
  delay,
  type Person,
  type SideCall,
  settled,
  sideCalls,
  signUp,
  somePerson,
  startCalls,
  stored,
  undo,
} from "./side-calls.ts"

type Open = (connections?: number) => Promise<{ readonly url: string; readonly orm: OpenOrm }>

const rounds = isFullRun ? 96 : 6

/** A transaction that ends while calls of its adapters run or wait: nothing of them is stored outside of it. */
export function describeEnds(store: OrmStore, open: Open): void {
  const isServer = store.databases.engine !== "sqlite"

  type Opened = {
    readonly orm: OpenOrm
    readonly person: Person
    readonly by: Adapter
    readonly other: OpenOrm
  }

  /** `other` has connections of its own. */
  async function withOrm(connections: number | undefined, work: (opened: Opened) => Promise<unknown>) {
    const { url, orm } = await open(connections)
    const other = await store.open(url)
    const by = other.adapter()
    await work({ orm, other, by, person: await somePerson(by) })
    await orm.close()
    await other.close()
  }

  test("SEC-S4: a rollback undoes the calls beside a refused or failing one", () =>
    withOrm(undefined, async ({ orm, by, person }) => {
      for (let nth = 0; nth < rounds; nth++) {
        const [work, calls] = failingWork(orm, person, nth)
        await expect(work, `round ${nth}`).rejects.toThrow()
        await settled(calls)
        expect(await stored(calls, by), `round ${nth}`).toEqual([])
      }
    }))

  test("SEC-S4: a rolled back transaction does not disturb the next one on its connection", () =>
    withOrm(1, async ({ orm, by, person }) => {
      for (let nth = 0; nth < rounds; nth++) {
        const [work, calls] = failingWork(orm, person, nth)
        // On SQLite, some ORMs nest a transaction in the one that is open.
        if (!isServer) await work.catch(() => {})
        const [one, two] = [someone(), someone()]
        const next = orm.transaction(async ({ adapter }) => {
          await adapter.createUser(one)
          await sleep(nth % 3)
          await adapter.createUser(two)
        })
        await expect(work, `round ${nth}`).rejects.toThrow()
        await next
        await settled(calls)
        expect(await stored(calls, by), `round ${nth}`).toEqual([])
        for (const { email } of [one, two]) expect(await by.getUserByEmail(email)).not.toBeNull()
      }
    }))

  test("SEC-S4: a call that is not awaited before the commit is stored completely or refused", () =>
    withOrm(1, async ({ orm, by, person }) => {
      for (let nth = 0; nth < rounds; nth++) {
        let calls: readonly SideCall[] = []
        await orm.transaction(async ({ adapter }) => {
          await adapter.getUser(person.id)
          calls = sideCalls(adapter, person)
          for (const { done } of calls) done.catch(() => {})
          await delay(nth)
        })
        for (const [index, { status }] of (await settled(calls)).entries()) {
          const call = calls[index] as SideCall
          const kept = status === "fulfilled" ? call.rows.length : 0
          expect(await stored([call], by), `round ${nth}, call ${index}`).toHaveLength(kept)
        }
      }
    }))

  test.skipIf(store.savepoints === "unseen")(
    "SEC-S4: a nested transaction that is rolled back leaves nothing of the calls in it",
    () =>
      withOrm(undefined, async ({ orm, by, person }) => {
        for (let nth = 0; nth < rounds; nth++) {
          let calls: readonly SideCall[] = []
          const one = someone()
          await orm.transaction(async ({ adapter, nested }) => {
            const inner = nested(async (inside) => {
              calls = await startCalls({ adapter: inside, again: () => inside }, person, nth)
              await Promise.all(calls.map(({ done }) => done))
            })
            await expect(inner, `round ${nth}`).rejects.toThrow()
            await adapter.createUser(one)
            await settled(calls)
          })
          const inside = store.savepoints ? calls.slice(0, -1) : calls
          expect(await stored(inside, by), `round ${nth}`).toEqual([])
          expect(await by.getUserByEmail(one.email)).not.toBeNull()
        }
      }),
  )

  test.runIf(isServer)("SEC-S4: a statement that waits for a lock is undone with its transaction", () =>
    withOrm(undefined, async ({ orm, other, by, person: { id } }) => {
      const calls: Promise<unknown>[] = []
      const waiting = ({ adapter }: Joined, failing: Promise<unknown>) => {
        calls.push(adapter.updateUser({ id, name: "undone" }), adapter.createUser(someone()))
        return Promise.all([...calls, failing])
      }
      let work: Promise<unknown> = Promise.resolve()
      await other.transaction(async ({ adapter: holder }) => {
        await holder.updateUser({ id, name: "held" })
        await new Promise<void>((started) => {
          const failing = () =>
            sleep(50)
              .then(() => Promise.reject(undo))
              .finally(started)
          work = orm.transaction((joined) => waiting(joined, failing()))
          work.catch(() => {})
        })
        await sleep(50)
      })
      await expect(work).rejects.toBe(undo)
      for (const call of calls) await failure(call, "unavailable")
      expect((await by.getUser(id))?.name).toBe("held")
    }),
  )

  test("SEC-S5: an adapter of a transaction that has ended does not join the next one", () =>
    withOrm(1, async ({ orm, by }) => {
      const stale: Adapter[] = []
      const late = someone()
      await orm.transaction(async ({ adapter, nested }) => {
        await adapter.createUser(someone())
        stale.push(adapter)
        await nested(async (inside) => {
          await inside.createUser(someone())
          stale.push(inside)
        })
      })
      const rolledBack = orm.transaction(async ({ adapter }) => {
        await adapter.createUser(someone())
        stale.push(adapter)
        throw undo
      })
      await expect(rolledBack).rejects.toBe(undo)
      const refused = async (id: string) => {
        for (const adapter of stale) {
          await failure(adapter.createUser(late), "unavailable")
          await failure(signUp(adapter, late, someAccount("")), "unavailable")
          await failure(adapter.getUser(id), "unavailable")
        }
      }
      await orm.transaction(async ({ adapter }) => refused((await adapter.createUser(someone())).id))
      await refused("x")
      expect(await by.getUserByEmail(late.email)).toBeNull()
    }))
}

/** A transaction that is rolled back while its calls run or wait. */
function failingWork(orm: OpenOrm, person: Person, nth: number): [Promise<unknown>, readonly SideCall[]] {
  const calls: SideCall[] = []
  const work = orm.transaction(async (joined) => {
    calls.push(...(await startCalls(joined, person, nth)))
    await Promise.all(calls.map(({ done }) => done))
  })
  return [work, calls]
}
