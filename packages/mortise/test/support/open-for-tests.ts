import { afterAll, beforeAll } from "vitest"

/**
 * What `open` returns, for the tests of a file or a `describe`: it is opened before the first of them, and closed after
 * the last one.
 */
export function openForTests<T extends { close(): unknown }>(open: () => Promise<T>, timeout?: number): T {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  }, timeout)
  afterAll(async () => {
    await opened?.close()
  }, timeout)
  // It does not exist yet, so its members are read when a test uses them.
  return new Proxy({} as T, {
    get(_, name) {
      if (!opened) throw new Error("This is opened before the tests run: use it in a test or a hook.")
      return Reflect.get(opened, name)
    },
  })
}
