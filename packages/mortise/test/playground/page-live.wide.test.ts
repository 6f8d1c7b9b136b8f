import { expect, test } from "vitest"
import { eventually, usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

test("a session is extended once a day, and expires after thirty days without a visit", async () => {
  const { page, press, taken, toast, rows, signInByLink } = await open()
  await signInByLink()
  const time = page.locator("time")
  const before = Date.parse((await time.getAttribute("datetime")) ?? "")
  await press("+1 hour")
  await eventually(async () =>
    Date.parse((await time.getAttribute("datetime")) ?? ""),
  ).toBeGreaterThanOrEqual(before + 3_600_000)
  await press("+1 day")
  await eventually(taken).toEqual(["extend"])
  await press("+30 days")
  await page.getByText("Your session has expired").waitFor()
  await eventually(taken).toEqual(["expire"])
  await eventually(() => rows("sessions")).toBe(0)
  await press("Now")
  await eventually(() => page.getByRole("button", { name: "Now" }).isDisabled()).toBe(true)
  await press("Email me a link")
  await eventually(() => rows("verification_tokens")).toBe(1)
  await press("+30 days")
  await press("Sweep")
  await toast("The sweep deleted 1 expired row.")
  await eventually(() => rows("verification_tokens")).toBe(0)
})

test("requests and sweeps are listed newest first, each call below its request, even after 60 requests and a reload", async () => {
  const { page, press, toast, signInByLink } = await open()
  await signInByLink()
  await press("Sweep")
  await toast("The sweep deleted 0 expired rows.")
  await press("Load the session again")
  /** The first lines of the list, and how many calls have lost their request. */
  const listed = async () => {
    const lines = await page.locator(".request-line").allTextContents()
    return { first: lines.slice(0, 2), lost: lines.filter((line) => line.includes("playground")).length }
  }
  const order = { first: [expect.stringMatching(/^GET .*session 200/), "By the playground"], lost: 1 }
  await eventually(listed).toEqual(order)
  await page.reload()
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
  await eventually(async () => (await listed()).first[1]).toMatch(/^GET .*session 200/)

  // More requests than the history keeps.
  for (let nth = 0; nth < 70; nth += 1) await page.request.get("/app/authjs/session")
  const onlySessions = { first: [order.first[0], order.first[0]], lost: 0 }
  await eventually(listed).toEqual(onlySessions)
  await page.reload()
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
  await eventually(listed).toEqual(onlySessions)
})

test("the rows that a sign-in wrote stay marked after the reload that ends it, until the next change", async () => {
  const { page, press, signInByLink } = await open()
  await press("Email me a link")
  await page.getByRole("region", { name: "Table: verification_tokens" }).getByText("+1 just now").waitFor()
  await page.waitForTimeout(800)
  await signInByLink()
  await page.reload()
  /** The number of marked rows, and the note next to the name of the table. */
  const marks = (table: string) =>
    page.getByRole("region", { name: `Table: ${table}` }).evaluate((region) => ({
      marked: region.querySelectorAll(".table-fresh").length,
      note: region.querySelector(".added")?.textContent,
    }))
  for (const table of ["users", "sessions"])
    await eventually(() => marks(table), table).toEqual({ marked: 1, note: "+1 just now" })
  await page.waitForTimeout(800)
  await press("Sign out")
  await eventually(() => marks("sessions")).toEqual({ marked: 0, note: "−1 just now" })
  expect(await marks("users")).toEqual({ marked: 0, note: undefined })
})

test("a tab shows at once that another tab has signed in or out", async () => {
  const { page, press, signInByLink } = await open()
  const other = await page.context().newPage()
  await other.goto("/")
  await other.getByRole("heading", { name: "Sign in" }).waitFor()
  await signInByLink()
  await other.getByRole("heading", { name: "Signed in" }).waitFor()
  await press("Sign out")
  await other.getByText("Your session was ended elsewhere").waitFor()
  expect(await page.getByText("Your session was ended elsewhere").count()).toBe(0)
})

test("one link that is opened eight times at once signs in one browser", async () => {
  const { page, press, rows } = await open()
  await press("Email me a link")
  await press("8 times at once")
  await page.getByText("1 of 8 browsers signed in.").waitFor()
  await eventually(() => rows("sessions")).toBe(1)
})

test("the switch asks again when another store is chosen right after Keep", async () => {
  const { page, signInByLink } = await open()
  await signInByLink()
  await page.getByLabel("Store", { exact: true }).selectOption("memory")
  const question = page.getByRole("dialog").getByText("memory starts empty")
  await question.waitFor()
  await page.evaluate(async () => {
    const keep = [...document.querySelectorAll("button")].find(({ innerText }) => innerText === "Keep SQLite")
    keep?.click()
    await Promise.resolve()
    const select = document.querySelector<HTMLSelectElement>(".control-select")
    if (select) select.value = "memory"
    select?.dispatchEvent(new Event("change", { bubbles: true }))
  })
  await page.waitForTimeout(300)
  expect(await question.isVisible()).toBe(true)
})

test.each(["memory", "PGlite"])("the switch opens %s, which is empty and works", async (store) => {
  const { page, press, rows, openStore, signInByLink } = await open()
  await signInByLink()
  await page.getByLabel("Store", { exact: true }).selectOption(store)
  await page
    .getByRole("dialog")
    .getByText("2 rows in SQLite and 1 message in the inbox are deleted")
    .waitFor()
  await press("Keep SQLite")
  expect(await page.getByLabel("Store", { exact: true }).inputValue()).toBe("sqlite")
  expect(await rows("sessions")).toBe(1)
  await openStore(store)
  await page.getByText("The new store is empty").waitFor()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await eventually(() => rows("users")).toBe(0)
  await signInByLink()
  await eventually(() => rows("users")).toBe(1)
})

test("the other switch changes the library that handles the requests", async () => {
  const { page, signInByLink } = await open()
  await page.getByRole("banner").getByText("mortise/auth", { exact: true }).click()
  await page.getByRole("radio", { name: "mortise/auth", checked: true }).waitFor()
  await signInByLink()
  expect(await page.locator(".request-path").allTextContents()).toContainEqual(
    expect.stringMatching(/^\/app\/mortise\/confirm/),
  )
})

test("an operation shows its verb, outcome, time and statement, and opens to its arguments", async () => {
  const { page, signInByLink } = await open()
  await signInByLink()
  const operation = page.locator(".operation").filter({ hasText: "useVerificationToken" })
  expect(await operation.locator("summary").textContent()).toMatch(
    /useVerificationTokentakeverification_tokens, taken[\d.]+ m?sDELETE FROM "verification_tokens" WHERE .+ RETURNING …$/,
  )
  await operation.locator("summary").click()
  expect(await operation.locator("dl").textContent()).toBe("identifierada@example.comtoken••••••")
  expect(await operation.locator(".operation-details > code").textContent()).toMatch(/RETURNING .*"expires"/)
})

test("Auth.js reports no session during an outage; the page explains it, and the session survives", async () => {
  const { page, press, signInByLink } = await open("authjs")
  await signInByLink()
  await press("Take it down")
  await page.getByText("The store is down, and Auth.js reports no session.").waitFor()
  await press("Restart the store")
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
})

test("with mortise/auth, an outage is an error and never a sign-out", async () => {
  const { page, press, signInByLink } = await open("mortise")
  await signInByLink()
  await press("Take it down")
  await page.getByRole("heading", { name: "The store does not respond" }).waitFor()
  await page.getByText("You are still signed in").waitFor()
  expect(await page.getByText("the store is down", { exact: true }).count()).toBe(1)
  await eventually(() => page.locator(".operation-failed").count()).toBeGreaterThan(0)
  await press("Restart the store")
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
})
