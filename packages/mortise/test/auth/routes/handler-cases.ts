import { expect } from "vitest"
import { DAY } from "../support/clock.ts"
import { visitor } from "./visitor.ts"

type Case = readonly [name: string, run: (origin: string) => Promise<void>]

const html = /^text\/html/

/** Runs `request`, and returns its response with the reasons of the refusals that it caused. */
async function refusedBy(
  person: ReturnType<typeof visitor>,
  ...request: Parameters<ReturnType<typeof visitor>["visit"]>
) {
  const before = await person.refusals()
  const response = await person.visit(...request)
  return { ...response, reasons: (await person.refusals()).slice(before.length) }
}

/** What the handler of every framework must do. Each case has the origin of a running application. */
export const handlerCases: readonly Case[] = [
  [
    "a link signs in once, when its page is posted, and returns to the path that was asked for",
    async (origin) => {
      const person = visitor(origin)
      const asked = await person.visit("/auth/email", {
        form: { email: "Ada@Example.com", returnTo: "/?inbox" },
      })
      expect(asked).toMatchObject({ status: 200, text: expect.stringContaining("Check your mailbox") })
      const { link = "" } = (await person.lastMail()) ?? {}
      const scanner = visitor(origin)
      for (const each of [scanner, scanner, person])
        expect(await each.visit(link)).toMatchObject({
          status: 200,
          cookies: [],
          text: expect.stringContaining("ada@example.com"),
        })
      const form = Object.fromEntries(new URL(link).searchParams)
      expect(await person.visit("/auth/confirm", { form })).toMatchObject({
        status: 303,
        location: "/?inbox",
      })
      expect((await person.visit("/")).text).toContain("ada@example.com")
      expect(await refusedBy(scanner, "/auth/confirm", { form })).toMatchObject({
        status: 400,
        reasons: ["invalid_link"],
        text: expect.stringContaining("Please request another one."),
      })
      expect((await scanner.visit("/")).text).not.toContain("ada@example.com")
    },
  ],
  [
    "a script gets JSON, without a cookie or a token in it",
    async (origin) => {
      const person = visitor(origin)
      await person.visit("/auth/email", { json: { email: "bob@example.com", by: "code" } })
      const { code = "" } = (await person.lastMail()) ?? {}
      const { status, text } = await person.visit("/auth/code", { json: { code } })
      expect(status).toBe(200)
      expect(JSON.parse(text)).toEqual({
        ok: true,
        user: { id: expect.any(String), name: null, email: "bob@example.com", image: null },
        isNewUser: true,
        returnTo: "/",
      })
      expect(JSON.parse((await person.visit("/auth/session")).text)).toMatchObject({
        user: { email: "bob@example.com" },
        fresh: true,
      })
    },
  ],
  [
    "a path on another host is replaced",
    async (origin) => {
      const person = visitor(origin)
      for (const returnTo of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
        await person.visit("/auth/email", { form: { email: "eve@example.com", returnTo } })
        const { link = "" } = (await person.lastMail()) ?? {}
        const fields = Object.fromEntries(new URL(link).searchParams)
        const followed = await person.visit("/auth/confirm", { form: { ...fields, returnTo } })
        expect(followed.location).toBe("/")
        expect((await person.visit("/auth/sign-out", { form: { returnTo } })).location).toBe("/")
      }
    },
  ],
  [
    "a refusal is a 4xx with a text for people, or with JSON for scripts, and an event",
    async (origin) => {
      const person = visitor(origin)
      const refused = await refusedBy(person, "/auth/email", { form: { email: "nobody" } })
      expect(refused).toMatchObject({ status: 400, reasons: ["invalid_address"] })
      expect(refused.headers.get("content-type")).toMatch(html)
      expect(refused.text).toContain("This is not an email address.")
      const script = await refusedBy(person, "/auth/code", { json: { code: "123456" } })
      expect(script).toMatchObject({ status: 400, reasons: ["expired"] })
      expect(JSON.parse(script.text)).toEqual({ ok: false, reason: "expired", message: expect.any(String) })
      expect(await refusedBy(person, "/auth/confirm?token=half")).toMatchObject({
        status: 400,
        reasons: ["invalid_link"],
      })
    },
  ],
  [
    "a failure of the store is a 503 that changes no cookie",
    async (origin) => {
      const person = visitor(origin)
      await person.signIn("carol@example.com")
      await person.order({ isDown: true })
      try {
        const session = await person.visit("/auth/session")
        expect(session).toMatchObject({ status: 503, cookies: [] })
        const script = await person.visit("/auth/email", { json: { email: "carol@example.com" } })
        expect(JSON.parse(script.text)).toMatchObject({ ok: false, reason: "unavailable" })
        const form = await person.visit("/auth/email", { form: { email: "carol@example.com" } })
        expect(form).toMatchObject({ status: 503, cookies: [], text: expect.stringContaining("try again") })
      } finally {
        await person.order({ isDown: false })
      }
      expect((await person.visit("/")).text).toContain("carol@example.com")
    },
  ],
  [
    "a sign-out needs a POST, and ends the session",
    async (origin) => {
      const person = visitor(origin)
      await person.signIn("dora@example.com")
      expect((await person.visit("/auth/sign-out")).status).toBe(405)
      expect((await person.visit("/")).text).toContain("dora@example.com")
      expect(await person.visit("/auth/sign-out", { form: {} })).toMatchObject({ status: 303, location: "/" })
      expect((await person.visit("/")).text).not.toContain("dora@example.com")
    },
  ],
  [
    "a wrong method is a 405 that names the right ones",
    async (origin) => {
      const person = visitor(origin)
      const wrong = await refusedBy(person, "/auth/email")
      expect(wrong).toMatchObject({ status: 405, reasons: ["wrong_method"] })
      expect(wrong.headers.get("allow")).toBe("POST")
      expect((await person.visit("/auth/email", { method: "DELETE" })).status).toBe(405)
    },
  ],
  [
    "a request from another site is a 403",
    async (origin) => {
      const person = visitor(origin)
      const sent = { json: { email: "ada@example.com" }, from: "https://evil.example" }
      expect(await refusedBy(person, "/auth/email", sent)).toMatchObject({
        status: 403,
        reasons: ["cross_site"],
      })
      const form = { form: { email: "ada@example.com" }, from: "https://evil.example" }
      expect((await person.visit("/auth/email", form)).status).toBe(403)
    },
  ],
  [
    "a body of more than 64 KiB is a 413, whether or not its length is declared",
    async (origin) => {
      const person = visitor(origin)
      const email = "a".repeat(70_000)
      for (const sent of [{ json: { email } }, { stream: `email=${email}` }])
        expect(await refusedBy(person, "/auth/email", sent)).toMatchObject({
          status: 413,
          reasons: ["too_large"],
        })
    },
  ],
  [
    "an unknown path, or one of a sign-in method that is not configured, is a 404",
    async (origin) => {
      const person = visitor(origin)
      for (const path of ["/auth/nowhere", "/auth/oauth/github", "/auth/email/more"])
        expect(await refusedBy(person, path)).toMatchObject({ status: 404, reasons: ["unknown_path"] })
    },
  ],
  [
    "no response may be stored",
    async (origin) => {
      const person = visitor(origin)
      for (const path of ["/auth/session", "/auth/email", "/auth/nowhere", "/auth/confirm?token=half"])
        expect((await person.visit(path)).headers.get("cache-control"), path).toContain("no-store")
      const asked = await person.visit("/auth/email", { form: { email: "ada@example.com" } })
      expect(asked.headers.get("cache-control")).toContain("no-store")
    },
  ],
  [
    "a page renews the cookie once a day",
    async (origin) => {
      const person = visitor(origin)
      await person.signIn("fred@example.com")
      expect((await person.visit("/")).cookies).toEqual([])
      await person.order({ advanceMs: DAY })
      const { cookies, text } = await person.visit("/")
      expect(text).toContain("fred@example.com")
      expect(cookies).toEqual([expect.stringMatching(/^mortise\.session=.+Max-Age=2592000/)])
      expect((await person.visit("/")).cookies).toEqual([])
    },
  ],
]
