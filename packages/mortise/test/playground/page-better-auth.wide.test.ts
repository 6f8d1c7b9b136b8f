import { expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { eventually, usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

test("a visitor chooses Better Auth, signs in with a mailed link, and signs out", async () => {
  const { page, press, toast, rows, signInByLink, console, foreign } = await open()
  await page.getByText("Better Auth", { exact: true }).click()
  await page.getByText("only its magic-link plugin").waitFor()
  expect(await page.getByRole("button", { name: "Continue with Acme" }).count()).toBe(0)
  await signInByLink()
  for (const table of ["user", "session"]) await eventually(() => rows(table), table).toBe(1)
  await page.getByText("1 session of this user").waitFor()
  await eventually(() => page.locator(".operation-name").allTextContents()).toContain("consumeOne")
  await page.locator(".operation summary").first().click()
  await expectAccessible(page)
  await expectFits(page)

  await press("Sign out")
  await toast("You are signed out.")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await eventually(() => rows("session")).toBe(0)
  await page.getByRole("link", { name: "Open the link" }).first().click()
  await page.getByRole("alert").getByText("The link was used before or has expired.").waitFor()
  await expectAccessible(page)
  expect([console, foreign]).toEqual([[], []])
})

test("on the memory store, the page says why Better Auth is not available", async () => {
  const { page, openStore } = await open("better-auth")
  await openStore("memory")
  const card = page.getByRole("region", { name: "Better Auth needs a SQL database" })
  await card.getByText("memory has no tables").waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await openStore("SQLite")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.getByText("Better Auth's own tables").waitFor()
})
