import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { HOUR } from "../../support/clock.ts"
import type { Case } from "../case.ts"
import { email } from "./link-steps.ts"
import { openProxied, refused, requestFrom } from "./mail-steps.ts"

/** Limits of one source, and which networks count as one. */
export function mailSourceCases(it: Case, { open }: Backing): void {
  it("SEC-S8: a source's limit counts all addresses, and is an option", ["limitMails"], async () => {
    const world = await openProxied(open, { clientLimit: { max: 7, perSeconds: 3600 } })
    const ask = (nth: number, from = "203.0.113.7") => requestFrom(world, from, `user${nth}@example.com`)
    for (let nth = 0; nth < 7; nth++) expect(await ask(nth)).toMatchObject({ ok: true })
    expect(await ask(7)).toMatchObject(refused)
    expect(await ask(7, "203.0.113.8"), "another source").toMatchObject({ ok: true })
    for (let nth = 0; nth < 40; nth++) await requestFrom(world, "203.0.113.7")
    expect(await requestFrom(world, "203.0.113.9"), "it used up no limit of an address").toMatchObject({
      ok: true,
    })
    world.clock.advance(HOUR)
    expect(await ask(8)).toMatchObject({ ok: true })
  })

  it("SEC-S8: a source above its limit adds no rows to the store", ["limitMails"], async () => {
    const world = await openProxied(open, { clientLimit: { max: 2, perSeconds: 3600 } })
    for (let nth = 0; nth < 3; nth++) await requestFrom(world, "203.0.113.7", `user${nth}@example.com`)
    world.takeCalls()
    for (let nth = 3; nth < 9; nth++) await requestFrom(world, "203.0.113.7", `user${nth}@example.com`)
    expect(world.takeCalls(), "the same count grows").toEqual(Array(6).fill("increment"))
  })

  it("SEC-S8: the owner's browser is not limited by its network", ["limitMails"], async () => {
    const fields: Record<string, string>[] = []
    const world = await openProxied(open, {
      clientLimit: { max: 2, perSeconds: 3600 },
      sendLink: ({ link }) => void fields.push(Object.fromEntries(new URL(link).searchParams)),
    })
    const owner = world.openBrowser()
    const from = { "x-client": "203.0.113.7" }
    await world.auth.email.request(owner.post(from), { email })
    const form = fields.at(-1) ?? {}
    owner.keep(await world.auth.email.follow(owner.request("/auth/confirm", { form })))
    for (let nth = 0; nth < 3; nth++) await requestFrom(world, "203.0.113.7", `user${nth}@example.com`)
    expect(await requestFrom(world, "203.0.113.7")).toMatchObject(refused)
    expect(await world.auth.email.request(owner.post(from), { email })).toMatchObject({ ok: true })
  })

  it("SEC-S8: one customer's IPv6 networks do not use up an address's limit", ["limitMails"], async () => {
    const world = await openProxied(open)
    for (let nth = 0; nth < 40; nth++) await requestFrom(world, `2001:db8:0:${(nth % 8).toString(16)}::1`)
    expect(world.mails).toHaveLength(10)
    expect(await requestFrom(world, "2001:db8:0:100::1"), "another customer").toMatchObject({ ok: true })
    for (let nth = 0; nth < 6; nth++) await requestFrom(world, "2001:db8:0:200::1")
    expect(world.mails, "five for one network").toHaveLength(16)
  })

  it("SEC-S8: one customer's IPv6 networks are one source", ["limitMails"], async () => {
    const world = await openProxied(open, { clientLimit: { max: 4, perSeconds: 3600 } })
    for (let nth = 0; nth < 30; nth++)
      await requestFrom(world, `2001:db8:0:${nth.toString(16)}::1`, `user${nth}@example.com`)
    expect(world.mails).toHaveLength(8)
  })
}
