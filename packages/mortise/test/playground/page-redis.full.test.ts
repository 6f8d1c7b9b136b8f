import { afterAll, expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { type RedisServer, startRedis } from "../../../workshop/src/servers/redis.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { eventually, usePlaygroundPage } from "./page-support.ts"

let server: RedisServer | undefined
afterAll(() => server?.close())
const open = usePlaygroundPage(async () => {
  server = await startRedis()
  return { redisUrl: `redis://127.0.0.1:${server.port}` }
})

test("the switch opens Redis, whose rows and commands are shown, and which can be taken down", async () => {
  const { page, press, rows, openStore, signInByLink } = await open("mortise")
  await openStore("Redis")
  await signInByLink()
  await eventually(() => rows("users")).toBe(1)
  await eventually(() => rows("sessions")).toBe(1)
  const operation = page.locator(".operation").filter({ hasText: "getSessionAndUser" }).first()
  expect(await operation.locator("summary").textContent()).toMatch(
    /EVALSHA findWithUser 1 mortise_playground_\w+:s:\{…\}$/,
  )
  await operation.locator("summary").click()
  expect(await operation.locator(".operation-details > code").textContent()).toContain("redis.call")
  if (isFullRun) await expectAccessible(page)
  if (isFullRun) await expectFits(page)

  await press("Take it down")
  await page.getByRole("heading", { name: "The store does not respond" }).waitFor()
  await press("Restart the store")
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
})
