import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Case } from "../case.ts"
import { openProxied, requestFrom } from "./mail-steps.ts"

/** Requests for mails that arrive at the same time. The clock stands still. */
export function mailBurstCases(it: Case, { open }: Backing): void {
  it("SEC-S8: one source cannot mail three hundred addresses at once", ["limitMails"], async () => {
    const world = await openProxied(open)
    const addresses = Array.from({ length: 300 }, (_, nth) => `user${nth}@example.com`)
    await world.callAtOnce(addresses.map((to) => () => requestFrom(world, "203.0.113.7", to)))
    expect(world.mails).toHaveLength(100)
    expect(await requestFrom(world, "203.0.113.8", addresses.at(-1))).toMatchObject({ ok: true })
  })
}
