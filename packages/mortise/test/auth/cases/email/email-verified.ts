import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { HOUR } from "../../support/clock.ts"
import { openWorld, type World } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

async function createUser(
  { store }: World,
  user: { email: string; emailVerified: Date | null },
): Promise<void> {
  await store.createUser?.(user as never)
}

/** The first sign-in by email sets emailVerified. */
export function emailVerifiedCases(it: Case, { open }: Backing): void {
  it("§3 emailVerified is null, SEC-E9: only the first sign-in by email sets it", [], async () => {
    const world = await openWorld(open)
    await createUser(world, { email, emailVerified: null })
    world.clock.advance(HOUR)
    const first = world.clock.in(0)
    await world.signIn(email)
    expect(await world.rows("user")).toMatchObject([{ email, emailVerified: first }])
    world.clock.advance(HOUR)
    await world.signIn(email)
    expect(await world.rows("user")).toMatchObject([{ email, emailVerified: first }])
    expect(world.events.filter(({ type }) => type === "email_verified")).toHaveLength(1)
  })

  it("§3 emailVerified is null: of many concurrent first sign-ins, one sets it", ["verifyOnce"], async () => {
    const world = await openWorld(open)
    await createUser(world, { email, emailVerified: null })
    const forms = []
    for (let nth = 0; nth < 5; nth++) {
      await world.auth.email.request(world.openBrowser().post(), { email })
      forms.push(world.lastLink().fields)
    }
    const answers = await world.callAtOnce(
      forms.map(
        (form) => () => world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form })),
      ),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await world.rows("user")).toHaveLength(1)
    expect(world.events.filter(({ type }) => type === "email_verified")).toHaveLength(1)
  })

  for (const change of ["verified", "deleted"] as const)
    it(
      `§3 emailVerified is null: a sign-in whose user was ${change} concurrently looks the user up again`,
      ["verifyOnce"],
      async () => {
        const world = await openWorld(open)
        await createUser(world, { email, emailVerified: null })
        const before = (await world.rows("user"))[0]?.["id"]
        world.disturb(async (name, run) => {
          if (name !== "verifyEmail") return run()
          world.disturb()
          if (change === "verified") await world.signIn(email)
          else await world.auth.users.delete(String(before))
          return run()
        })
        await world.auth.email.request(world.openBrowser().post(), { email })
        const form = world.lastLink().fields
        const answer = await world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form }))
        expect(answer).toMatchObject({ ok: true, user: { email, emailVerified: world.clock.in(0) } })
        expect(await world.rows("user")).toHaveLength(1)
        expect(world.events.filter(({ type }) => type === "email_verified")).toHaveLength(1)
      },
    )

  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-R10: an address that replaces the proved one during the sign-in is not marked as verified (${strategy})`,
      [],
      async () => {
        const world = await openWorld(open, { session: { strategy } })
        await createUser(world, { email, emailVerified: null })
        const [before] = await world.rows("user")
        await world.auth.email.request(world.openBrowser().post(), { email })
        const form = world.lastLink().fields
        const changed = "new@example.com"
        let races = 0
        world.disturb(async (name, run) => {
          if (name !== "verifyEmail" && name !== "updateUser") return run()
          races++
          world.disturb()
          await world.store.updateUser?.({ id: before?.["id"], email: changed } as never)
          return run()
        })
        const browser = world.openBrowser()
        const answer = browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form })))
        expect(races).toBe(1)
        const verified = (await world.rows("user")).filter((row) => row["emailVerified"] !== null)
        expect(verified.map((row) => row["email"])).toEqual([email])
        expect(answer).toMatchObject({ ok: true, user: { email } })
        expect((await world.auth.sessions.read(browser.request())).user?.email).toBe(email)
      },
    )
}
