import { createTransport } from "nodemailer"
import { expect, onTestFinished, test } from "vitest"
import { startMailServer } from "../../../workshop/src/sign-in/mail-server.ts"
import { parseAddress } from "../../src/auth/email/address.ts"
import { memory } from "./support/backends.ts"
import { openWorld } from "./support/world.ts"

/** An application that sends through a real SMTP server. */
async function openMailing() {
  const server = await startMailServer()
  const transport = createTransport(server.url)
  onTestFinished(async () => {
    transport.close()
    await server.close()
  })
  const world = await openWorld(memory.open, {
    email: {
      sendLink: ({ to, link }) =>
        transport.sendMail({ from: "app@app.example", to, subject: "Sign in", text: `Open ${link}` }),
    },
  })
  return { ...world, server }
}

test("a link arrives through SMTP, opens its page, and signs in", async () => {
  const { auth, server, openBrowser } = await openMailing()
  const browser = openBrowser()
  await auth.email.request(browser.post(), { email: " Ada@Example.COM ", returnTo: "/inbox" })
  const page = auth.email.peek(new Request(server.linkFor("ada@example.com")))
  if (!page.ok) throw new Error(page.reason)
  const answer = browser.keep(
    await auth.email.follow(browser.request("/auth/confirm", { form: page.fields })),
  )
  expect(answer).toMatchObject({ ok: true, returnTo: "/inbox", user: { email: "ada@example.com" } })
  expect((await auth.sessions.read(browser.request())).user?.email).toBe("ada@example.com")
})

test("SEC-C9, CVE-2025-13033: the recipient that the server gets is exactly the stored address", async () => {
  const { auth, server, openBrowser, rows } = await openMailing()
  const typed = [
    "ada@bücher.example",
    "O'Brien+x@Example.com",
    "ａｄａ＠example.com",
    "a@x.example,b@y.example",
    '"e@evil.example"@example.com',
    "x@example.com\r\nRCPT TO:<eve@evil.example>",
  ]
  for (const email of typed) await auth.email.request(openBrowser().post(), { email })
  const stored = (await rows("verificationToken")).map((row) => row["identifier"])
  // The server decodes domains to Unicode; in the SMTP commands they are ASCII.
  const recipients = server.recipients().map((address) => parseAddress(address)?.email)
  expect(recipients).toEqual(["ada@xn--bcher-kva.example", "o'brien+x@example.com", "ada@example.com"])
  expect(stored.sort()).toEqual(recipients.sort())
})

test("SEC-E8: if the server does not respond, the request throws and leaves no token", async () => {
  const { auth, server, openBrowser, rows } = await openMailing()
  await server.close()
  await expect(auth.email.request(openBrowser().post(), { email: "ada@example.com" })).rejects.toMatchObject({
    code: "unavailable",
  })
  expect(await rows("verificationToken")).toEqual([])
})
