import { expect, test, vi } from "vitest"
import { sharedBatcher } from "../../src/http/client/remote-call.ts"

const open = () => {
  const idle: (() => void)[] = []
  const create = vi.fn((onIdle: () => void) => {
    idle.push(onIdle)
    return (value: string) => Promise.resolve(value)
  })
  const via = (() => Promise.resolve(Response.error())) as typeof fetch
  return { idle, create, via }
}

test("adapters over one fetch share the batcher of their server and caller until it is idle", async () => {
  const { idle, create, via } = open()
  const [one, other] = [sharedBatcher(via, "a", create), sharedBatcher(via, "a", create)]
  expect(await one("x")).toBe("x")
  expect(await other("y")).toBe("y")
  expect(create).toHaveBeenCalledTimes(1)
  idle[0]?.()
  await one("z")
  expect(create).toHaveBeenCalledTimes(2)
})

test("another caller, server or fetch has a batcher of its own", async () => {
  const { create, via } = open()
  await sharedBatcher(via, "a", create)("x")
  await sharedBatcher(via, "b", create)("x")
  await sharedBatcher(((...args) => via(...args)) as typeof fetch, "a", create)("x")
  expect(create).toHaveBeenCalledTimes(3)
})
