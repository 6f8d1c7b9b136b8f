import { expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { rowsOf, runExperiment } from "./page-laboratory-support.ts"
import { usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

test("Better Auth's own adapter is compared with ours", async () => {
  const { page } = await open("better-auth")
  const card = await runExperiment(page, "The whole suite", "Compare with Kysely", 540_000)
  expect(await card.locator(".verdict").textContent()).toMatch(
    /^Mortise keeps every rule; Kysely breaks \d+ rules\.$/,
  )
  const [checked, broken] = await rowsOf(card)
  expect(checked).toMatchObject({ measure: "Rules checked", wrong: [false, false] })
  expect(broken).toMatchObject({ measure: "Rules broken", wrong: [false, true] })
  await expectAccessible(page)
  await expectFits(page)
}, 600_000)
