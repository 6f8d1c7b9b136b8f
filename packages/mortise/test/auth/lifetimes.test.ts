/**
 * How long slots and cookies live. Most tests of a limit or a revocation end long before its slot expires, so that they
 * would not notice a shorter one.
 */
import { expect, test } from "vitest"
import { slots } from "../../src/index.ts"
import { openChange, requestChange } from "./cases/email/address-changes.ts"
import { openCodes } from "./cases/email/code-steps.ts"
import { openLogoutWorld } from "./logout/logout-world.ts"
import { memory } from "./support/backends.ts"
import type { Browser } from "./support/browser.ts"
import { openPasskeyWorld } from "./support/passkey-world.ts"
import { openWorld, outage, type World } from "./support/world.ts"

const email = "ada@example.com"
const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** The longest life of a session, and a day for clocks that differ. */
const longestLife = 400 * day + day
/** The default `absoluteMaxAgeSeconds`, and a day for clocks that differ. */
const usualLife = 90 * day + day

/** Records the slots that are written from now on, by their names without ids and hashes, with their lives in seconds. */
function recordSlots({ disturb, clock, store }: Pick<World, "disturb" | "clock" | "store">) {
  const lives: Record<string, number[]> = {}
  disturb(async (called, run, [first]) => {
    const result = await run()
    if (
      !["claim", "set", "replace", "increment"].includes(called) ||
      (result as { ok?: boolean } | undefined)?.ok === false
    )
      return result
    const key = called === "increment" ? (first as string) : (first as { key: string }).key
    const slot = await slots(store)?.read(key)
    const words = key.split("/").filter((part) => /^[a-z-]{3,24}$/.test(part))
    if (slot) {
      const known = lives[words.join("/")] ?? []
      lives[words.join("/")] = [...new Set([...known, (slot.expires.getTime() - clock.now()) / 1000])]
    }
    return result
  })
  return lives
}

/** The lives of a browser's cookies in seconds, by their names without the prefix and the number of a flow. */
function readCookies({ jar }: Browser): Record<string, number> {
  const names = jar
    .header()
    .split("; ")
    .map((pair) => pair.slice(0, pair.indexOf("=")))
  return Object.fromEntries(
    names.map((name) => [name.split(".")[1], Number(jar.find(name)?.attributes["max-age"])]),
  )
}

test("SEC-E7, SEC-S2: attempts and failures of codes", async () => {
  const { world, ask } = await openCodes(memory.open)
  const lives = recordSlots(world)
  for (let nth = 0; nth < 3; nth++) {
    const { guess } = await ask()
    for (let guesses = 0; guesses < 5; guesses++) await guess()
  }
  expect(lives).toEqual({
    "auth/email-requests": [10 * minute, 60 * minute],
    "auth/attempts": [10 * minute],
    "auth/code-failures": [365 * day],
    "auth/code-failures/wait": [minute],
    "auth/code-failures/waited": [365 * day],
  })
})

test("SEC-S8: requests of one source, and the mail that an address still gets", async () => {
  const limit = { max: 1, perSeconds: 300 }
  const clientLimit = { max: 100, perSeconds: 7200 }
  const world = await openWorld(memory.open, {
    clientAddress: ({ headers }) => headers.get("x-client") ?? undefined,
    email: { sendLink: () => {}, limit, clientLimit },
  })
  const lives = recordSlots(world)
  for (let nth = 0; nth < 6; nth++)
    await world.auth.email.request(world.openBrowser().post({ "x-client": `203.0.113.${nth}` }), { email })
  expect(lives).toEqual({ "auth/email-requests": [7200, 300, 10 * minute] })
})

test("SEC-C11: the lock of a change of address", async () => {
  const { world, signIn, fieldsOf } = await openChange(memory.open, "database")
  const { browser } = await signIn(email)
  await requestChange(world, browser)
  const lives = recordSlots(world)
  await world.auth.email.followChange(browser.request("/", { form: fieldsOf() }))
  expect(lives).toEqual({ "auth/change-address": [30] })
})

test.each(["database", "jwt"] as const)("SEC-S6, SEC-H4: revocations and logouts (%s)", async (strategy) => {
  const world = await openLogoutWorld(strategy)
  const lives = recordSlots(world)
  const { user } = await world.signIn(email)
  await world.auth.sessions.revokeAll(user.id)
  world.clock.advance(day * 1000)
  await world.auth.sessions.revokeAll(user.id)
  const { browser } = await world.signIn(email)
  await world.auth.sessions.signOut(browser.post())
  await world.auth.sessions.revoke(user.id, "handle")
  await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
  await world.post(await world.acme.logoutToken({ sid: "desk" }))
  await world.post(await world.acme.logoutToken({ sub: "ada" }))
  const { "auth/logout/sessions": [count = 0, ...sessions] = [], ...others } = lives
  // The count belongs to a period of thirty days.
  expect(count).toBeGreaterThan(longestLife)
  expect(count).toBeLessThanOrEqual(longestLife + 30 * day)
  expect(sessions).toEqual([usualLife])
  expect(others).toEqual({
    "auth/email-requests": [10 * minute, 60 * minute],
    "auth/logout/token": [30, 20 * minute],
    "auth/logout/ended": [day],
    ...(strategy === "jwt" && {
      "auth/generation": [longestLife],
      "auth/revoked": [usualLife, longestLife],
    }),
  })
})

test("SEC-F4, SEC-R17: challenges, sources and confirmations of passkeys", async () => {
  const world = await openPasskeyWorld(memory.open, {}, { clientAddress: () => "203.0.113.7" })
  const { browser } = await world.signIn(email)
  const lives = recordSlots(world)
  await world.register(browser, "key")
  await world.register(browser, "other")
  await world.authenticate(world.openBrowser(), "key", 1)
  await world.remove(browser, "other")
  expect(lives).toEqual({
    "auth/passkey-responses": [10 * minute],
    "auth/passkey-challenge": [5 * minute],
    "auth/confirmed": [730 * day],
    "auth/remove-sign-in-method": [30],
  })
})

test("cookies", async () => {
  const world = await openPasskeyWorld(memory.open, {}, { email: { sendLink: () => {}, sendCode: () => {} } })
  const browser = world.openBrowser()
  await world.register(browser, "key")
  const begun = await world.authentication(browser, "key", 1)
  browser.keep(await world.passkeys.stepUp(begun.request()))
  await world.authentication(browser, "key", 2)
  browser.keep(await world.auth.email.request(browser.post(), { email, by: "code" }))
  expect(readCookies(browser)).toEqual({
    session: 30 * day,
    "step-up": hour,
    passkey: 5 * minute,
    code: 10 * minute,
  })
  world.disturb(() => {
    throw outage()
  })
  browser.keep(await world.auth.sessions.signOut(browser.post()))
  expect(readCookies(browser)).toMatchObject({ "pending-sign-out": 400 * day })

  const visited = await openLogoutWorld("database")
  const visitor = (await visited.signIn(email)).browser
  await visited.callbackOf(visited.acme, { sub: "ada", sid: "desk" }, visitor)
  expect(readCookies(visitor)).toEqual({ session: 30 * day, browser: 180 * day, oauth: 10 * minute })
})
