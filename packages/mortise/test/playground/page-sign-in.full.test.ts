import { describe, expect, test } from "vitest"
import { contractAuthNames } from "../../../../playground/protocol.ts"
import { eventually, usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

describe.each(contractAuthNames)("on the page of the playground, through %s", (auth) => {
  test("a visitor signs in with a mailed link and signs out; the diagram shows each transition", async () => {
    const { page, press, taken, toast, rows, signInByLink } = await open(auth)
    await signInByLink()
    await eventually(taken).toEqual(expect.arrayContaining(["follow", "signInByLink", "verify"]))
    await eventually(() => rows("sessions")).toBe(1)
    expect(await page.getByText("1 session of this user").count()).toBe(1)
    await press("Sign out")
    await toast("You are signed out.")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await eventually(taken).toEqual(["signOut"])
    await eventually(() => rows("sessions")).toBe(0)
  })

  test("a used link shows what to do", async () => {
    const { page, press, signInByLink } = await open(auth)
    await signInByLink()
    await press("Sign out")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.getByRole("link", { name: "Open the link" }).first().click()
    if (auth === "mortise") await press("Sign in as ada@example.com")
    await page.getByRole("alert").getByText("The link was used before or has expired.").waitFor()
    expect(new URL(page.url()).search).toBe("")
  })

  test("a visitor signs in at the OpenID provider", async () => {
    const { page, press, taken, rows } = await open(auth)
    await press("Continue with Acme")
    await page.getByRole("button", { name: "Continue as Grace Hopper" }).click()
    await page.getByRole("heading", { name: "Signed in" }).waitFor()
    expect(await page.getByText("grace@acme.example").count()).toBeGreaterThan(0)
    await eventually(taken).toContain("signIn")
    await eventually(() => rows("accounts")).toBe(1)
  })

  test("the OpenID provider asks every time; a login that is cancelled or refused is explained", async () => {
    const { page, press, signInByLink } = await open(auth)
    const ada = page.getByRole("button", { name: "Continue as Ada Lovelace" })
    await press("Continue with Acme")
    await ada.click()
    await press("Sign out")
    await press("Continue with Acme")
    await ada.waitFor()
    await press("Cancel and go back")
    await page.getByRole("alert").getByText("You cancelled the login at Acme").waitFor()
    await signInByLink("grace@acme.example")
    await press("Sign out")
    await press("Continue with Acme")
    await press("Continue as Grace Hopper")
    await page.getByRole("alert").getByText("already signs in with another method").waitFor()
  })

  test("a visitor creates a passkey, signs in with it, and deletes the user", async () => {
    const { page, press, toast, rows } = await open(auth)
    const signedIn = page.getByRole("heading", { name: "Signed in" })
    await press("Create a passkey")
    await signedIn.waitFor()
    await eventually(() => rows("authenticators")).toBe(1)
    await press("Sign out")
    await press("Sign in with a passkey")
    await signedIn.waitFor()
    await press("Delete this user …")
    expect(await page.getByRole("dialog").textContent()).toContain("1 session, 1 account, 1 passkey")
    await press("Cancel")
    await press("Delete this user …")
    await press("Delete the user")
    await toast("The user was deleted.")
    for (const table of ["users", "accounts", "sessions", "authenticators"])
      await eventually(() => rows(table), table).toBe(0)
  })

  test("a signed-in visitor adds a passkey", async () => {
    const { press, toast, rows, signInByLink } = await open(auth)
    await signInByLink()
    await press("Add a passkey")
    await toast("The passkey was added.")
    await eventually(() => rows("authenticators")).toBe(1)
  })
})

test("a refused address is explained next to the form", async () => {
  const { page, press } = await open("mortise")
  // A browser accepts this address, and the application does not.
  await page.getByRole("textbox", { name: "Email" }).fill(`${"a".repeat(300)}@example.com`)
  await press("Email me a link")
  await page.getByRole("region", { name: "Sign in" }).getByText("This is not an email address").waitFor()
})
