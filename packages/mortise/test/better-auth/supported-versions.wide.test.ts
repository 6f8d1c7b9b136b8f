import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { createAdapterFactory } from "better-auth/adapters"
import { beforeAll, expect, test } from "vitest"
import { installBetterAuth, installOldestBetterAuth } from "./install.ts"

beforeAll(async () => {
  await installBetterAuth()
  await installOldestBetterAuth()
}, 300_000)

test("the oldest and the newest supported Better Auth make adapters from the same module", async () => {
  const require = createRequire(fileURLToPath(new URL("oldest/package.json", import.meta.url)))
  const oldest = await import(require.resolve("better-auth/adapters"))
  expect(createAdapterFactory).toBeTypeOf("function")
  expect(oldest.createAdapterFactory).toBeTypeOf("function")
  expect(oldest.createAdapterFactory).not.toBe(createAdapterFactory)
})
