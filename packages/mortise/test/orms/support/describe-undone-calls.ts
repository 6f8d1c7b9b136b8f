import { expect, test } from "vitest"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import type { Adapter } from "../../../src/index.ts"
import { openTables } from "./open-tables.ts"
import type { OrmStore } from "./orm-store.ts"
import { delay, type Person, sideCalls, somePerson, undo } from "./side-calls.ts"

const rounds = 12

/** Calls that are not answered when the application's work fails: the rollback undoes them, so none of them succeeds. */
export function describeUndoneCalls(store: OrmStore, server: () => Server): void {
  const open = async () => {
    const { orm } = await openTables(store, server())
    return { orm, person: await somePerson(orm.adapter()) }
  }

  test("SEC-T29: a call that a rollback undoes is not answered with success", async () => {
    const { orm, person } = await open()
    for (let round = 0; round < rounds; round++) {
      const { work, answers } = failingCalls(person, round)
      await expect(orm.transaction(({ adapter }) => work(adapter))).rejects.toBe(undo)
      expect(await answers(), `round ${round}`).toEqual([])
    }
    await orm.close()
  })

  test.skipIf(store.savepoints)(
    "SEC-T29: nor is one that the rollback of a nested transaction undoes",
    async () => {
      const { orm, person } = await open()
      for (let round = 0; round < rounds; round++) {
        const { work, answers } = failingCalls(person, round)
        await orm.transaction(({ nested }) => expect(nested(work)).rejects.toBe(undo))
        expect(await answers(), `round ${round}`).toEqual([])
      }
      await orm.close()
    },
  )
}

/** Work that fails while its calls run or wait, and their answers after that. */
function failingCalls(person: Person, round: number) {
  let isUndone = false
  let calls: Promise<unknown>[] = []
  const wrong: string[] = []
  return {
    async work(adapter: Adapter): Promise<never> {
      if (round % 2) await adapter.getUser(person.id)
      calls = sideCalls(adapter, person).map(({ done }, index) =>
        done.then(
          () => isUndone && wrong.push(`call ${index} succeeded`),
          ({ code }) => code !== "unavailable" && wrong.push(`call ${index}: ${code}`),
        ),
      )
      await delay(round)
      isUndone = true
      throw undo
    },
    async answers(): Promise<readonly string[]> {
      await Promise.all(calls)
      return wrong
    },
  }
}
