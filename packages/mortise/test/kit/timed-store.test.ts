import { type OpenStore, type TimedCall, timedStore } from "mortise/store"
import { expect, test } from "vitest"

/** A store whose requests never get an answer. */
function openHanging(call: TimedCall, aborted: string[]): OpenStore {
  const send = (name: string, isWrite: boolean) => (): Promise<never> =>
    Promise.resolve(
      call.follow(isWrite, ({ track }) => {
        track({ isSent: () => true, discard: () => aborted.push(name) })
        return new Promise<never>(() => {})
      }),
    )
  const [read, write] = [send("read", false), send("write", true)]
  return {
    store: {
      insert: write,
      find: read,
      list: read,
      findWithUser: read,
      update: write,
      take: write,
      removeUser: write,
    },
    upkeep: { page: read, count: read, sweep: write },
  }
}

test("a call ends at its deadline: a read as transient, a write as indeterminate, and its request is aborted", async () => {
  const aborted: string[] = []
  const { store, upkeep } = timedStore(20, (call) => openHanging(call, aborted))
  await expect(store.find("user", { id: "1" })).rejects.toMatchObject({ code: "transient" })
  await expect(store.removeUser("1")).rejects.toMatchObject({ code: "indeterminate" })
  await expect(upkeep.count("user")).rejects.toMatchObject({ code: "transient" })
  expect(aborted).toEqual(["read", "write", "read"])
  expect(await upkeep.settle?.(1)).toBe(0)
})
