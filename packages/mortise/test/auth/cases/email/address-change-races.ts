import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Case } from "../case.ts"
import { followChange, openChange, requestChange } from "./address-changes.ts"

const old = "ada@example.com"
const next = "lovelace@example.com"

/** Changes of address that meet other requests. */
export function addressChangeRaceCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const) {
    it(
      `SEC-C11: an address that another user has is refused, and only to its owner (${strategy})`,
      [],
      async () => {
        const { world, signIn, fieldsOf } = await openChange(open, strategy)
        const { browser } = await signIn(old)
        expect(await requestChange(world, browser)).toMatchObject({ ok: true })
        const free = fieldsOf()
        await signIn(next)
        expect(await requestChange(world, browser), "the request does not reveal it").toMatchObject({
          ok: true,
        })
        for (const form of [fieldsOf(), free])
          expect(await followChange(world, browser, form)).toMatchObject({ reason: "email_taken" })
        expect((await world.rows("user")).map((row) => row["email"]).sort()).toEqual([old, next])
      },
    )

    it(
      `SEC-C11: only one of two users who change to an address concurrently gets it (${strategy})`,
      ["revokeSessions"],
      async () => {
        const { world, signIn, fieldsOf } = await openChange(open, strategy)
        const people = [await signIn(old), await signIn("eve@example.com")]
        const forms: Record<string, string>[] = []
        for (const { browser } of people) {
          await requestChange(world, browser)
          forms.push(fieldsOf())
        }
        const answers = await world.callAtOnce(
          people.map(
            ({ browser }, nth) =>
              () =>
                followChange(world, browser, forms[nth] ?? {}),
          ),
        )
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: "email_taken" })
        expect((await world.rows("user")).filter((row) => row["email"] === next)).toHaveLength(1)
      },
    )

    it(
      `SEC-C11: one of a user's two concurrent changes succeeds (${strategy})`,
      ["revokeSessions"],
      async () => {
        const { world, signIn, fieldsOf } = await openChange(open, strategy, { revokeOnChange: false })
        const { browser } = await signIn(old)
        const forms: Record<string, string>[] = []
        for (const address of [next, "third@example.com"]) {
          await requestChange(world, browser, address)
          forms.push(fieldsOf())
        }
        const follow = (form: Record<string, string>) =>
          world.auth.email.followChange(browser.request("/", { form }))
        const answers = await world.callAtOnce(forms.map((form) => () => follow(form)))
        const winner = answers.find(({ ok }) => ok)
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        expect(await world.rows("user")).toMatchObject([{ email: winner?.ok && winner.user.email }])
      },
    )

    it(
      `SEC-C11: an address that changes while the link is used is not overwritten (${strategy})`,
      ["revokeSessions"],
      async () => {
        const { world, signIn, fieldsOf } = await openChange(open, strategy)
        const { browser, user } = await signIn(old)
        await requestChange(world, browser)
        world.disturb(async (name, run) => {
          if (name !== "useVerificationToken") return run()
          world.disturb()
          await world.store.updateUser?.({ id: user.id, email: "third@example.com" } as never)
          return run()
        })
        expect(await followChange(world, browser, fieldsOf())).toMatchObject({ reason: "invalid_link" })
        expect(await world.rows("user")).toMatchObject([{ email: "third@example.com" }])
      },
    )
  }

  it(
    "SEC-C11: a code to the new address changes it, in the browser that requested it",
    ["countAttempts"],
    async () => {
      const codes: string[] = []
      const sendCode = ({ code }: { code: string }) => void codes.push(code)
      const { world, signIn } = await openChange(open, "database", { sendCode })
      const { browser } = await signIn(old)
      const ask = () => world.auth.email.requestChange(browser.post(), { email: next, by: "code" })
      expect(browser.keep(await ask())).toMatchObject({ ok: true })
      const [code = ""] = codes
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0")
      expect(await followChange(world, browser, { code: wrong })).toMatchObject({ reason: "wrong_code" })
      const form = { code }
      expect(
        await world.auth.email.follow(browser.request("/auth/confirm", { form })),
        "the code does not sign in",
      ).toMatchObject({ ok: false, reason: "expired" })
      const eve = await signIn("eve@example.com")
      eve.browser.jar.store(
        browser.jar
          .header()
          .split("; ")
          .filter((each) => each.includes("change-code")),
      )
      expect(await followChange(world, eve.browser, form), "another user").toMatchObject({
        reason: "expired",
      })
      expect(await followChange(world, browser, form)).toMatchObject({ ok: true, user: { email: next } })
    },
  )

  it("SEC-C11: if the notice cannot be sent, no link is mailed", [], async () => {
    const sendChangeNotice = () => Promise.reject(new Error("no mailer"))
    const { world, links, signIn } = await openChange(open, "database", { sendChangeNotice })
    const { browser } = await signIn(old)
    const before = links.length
    await expect(requestChange(world, browser)).rejects.toMatchObject({ code: "unavailable" })
    expect(links).toHaveLength(before)
  })

  it("SEC-C11: requests for changes are limited per user", ["limitMails"], async () => {
    const { world, notices, signIn } = await openChange(open, "database")
    const { browser } = await signIn(old)
    for (let nth = 0; nth < 8; nth++) await requestChange(world, browser, `p${nth}@example.com`)
    expect(notices).toHaveLength(5)
  })
}
