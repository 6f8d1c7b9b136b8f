import { afterEach, expect, test, vi } from "vitest"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** How the client sees its runtime if these globals exist. */
async function runtimeWith(globals: Readonly<Record<string, unknown>>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const { isNode, isWorker } = await import("../../src/shared/runtime.ts")
  return { isNode, isWorker }
}

test.each([
  ["Node", {}, { isNode: true, isWorker: false }],
  ["Bun, which reports the name of Node", { Bun: {} }, { isNode: false, isWorker: false }],
  ["Deno, which reports the name of Node", { Deno: {} }, { isNode: false, isWorker: false }],
  [
    "a Cloudflare worker with the globals of Node",
    { navigator: { userAgent: "Cloudflare-Workers" } },
    { isNode: false, isWorker: true },
  ],
  ["a browser", { process: undefined }, { isNode: false, isWorker: false }],
  ["another runtime", { process: { release: { name: "other" } } }, { isNode: false, isWorker: false }],
])("the client recognizes %s", async (_, globals, runtime) => {
  expect(await runtimeWith(globals)).toEqual(runtime)
})
