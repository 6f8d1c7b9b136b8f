import { expect, test } from "vitest"
import { createAuth } from "../../src/auth/index.ts"
import { slots as slotsOf } from "../../src/contract/adapter-parts.ts"
import { generationKey } from "../../src/contract/session-end-slots.ts"
import { date, defineSchema } from "../../src/index.ts"
import { audited, auditHash } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openBrowser, origin } from "../auth/support/browser.ts"
import { secret } from "../auth/support/world.ts"
import { acme, openAuthJs } from "../logout/support/authjs-world.ts"
import { auditKey, collect } from "./support/audited-memory.ts"

const schema = defineSchema({ user: { fields: { suspendedAt: date() } } })

async function openAudited(strategy: "jwt" | "database") {
  const { records, sink } = collect()
  const adapter = audited(memoryAdapter({ schema, onWarning: false }), sink, { key: auditKey })
  const auth = createAuth({ adapter, secret, origin, session: { strategy }, sweep: false })
  const { id } = await adapter.createUser({ email: "ada@example.com" })
  const browser = openBrowser()
  const signIn = async () => browser.keep(await auth.sessions.create(browser.request(), id))
  return { auth, adapter, records, id, browser, signIn }
}

type App = Awaited<ReturnType<typeof openAudited>>

const ends: Record<string, (app: App) => Promise<unknown>> = {
  "a sign-out": ({ auth, browser }) => auth.sessions.signOut(browser.post()),
  revoke: async ({ auth, browser, id }) =>
    auth.sessions.revoke(id, (await auth.sessions.read(browser.request())).session?.handle ?? ""),
  revokeAll: ({ auth, id }) => auth.sessions.revokeAll(id),
  "the second revokeAll": async ({ auth, id, signIn, records }) => {
    await auth.sessions.revokeAll(id)
    await signIn()
    records.length = 0
    await auth.sessions.revokeAll(id)
  },
  revokeOthers: async ({ auth, browser, id }) => {
    await auth.sessions.create(openBrowser().request(), id)
    return auth.sessions.revokeOthers(browser.post())
  },
  suspend: ({ auth, id }) => auth.users.suspend(id),
  deleteUser: ({ auth, id }) => auth.users.delete(id),
}

for (const strategy of ["jwt", "database"] as const)
  test.each(Object.entries(ends))(
    `SEC-T13: %s ends sessions on the record (${strategy})`,
    async (name, end) => {
      const app = await openAudited(strategy)
      await app.signIn()
      app.records.length = 0
      await end(app)
      const user = await auditHash(auditKey, "user", app.id)
      const applied = app.records.filter(
        ({ outcome, subjects }) => outcome === "applied" && subjects.user === user,
      )
      // The rows of a deleted user go with it.
      const isByUser = name === "deleteUser" && strategy === "database"
      expect(applied.map(({ model }) => model)).toContain(isByUser ? "user" : "session")
      expect(JSON.stringify(app.records)).not.toContain(app.id)
    },
  )

test("SEC-T13: a provider's logout of Auth.js with tokens is on the record", async () => {
  const { records, sink } = collect()
  const adapter = audited(memoryAdapter({ onWarning: false }), sink, { key: auditKey })
  const app = openAuthJs("jwt", { adapter: adapter as never })
  await app.signInAs({ sub: "ada", sid: "desk" })
  records.length = 0
  expect((await app.post(await acme.logoutToken({ sid: "desk" }))).status).toBe(200)
  expect(records).toMatchObject([
    { operation: "slots.claim", model: "session", outcome: "applied", subjects: {} },
  ])
})

test("SEC-T13: tokens are not revoked without a record, if a failing sink refuses writes", async () => {
  const sink = async () => {
    throw new Error("canary")
  }
  const onError = () => {}
  const adapter = audited(memoryAdapter({ onWarning: false }), sink, {
    ...{ key: auditKey, whenSinkFails: "refuse", onError },
  })
  const auth = createAuth({ adapter, secret, origin, sweep: false })
  await expect(auth.sessions.revokeAll("ada")).rejects.toMatchObject({ code: "unavailable" })
})

test("SEC-T13: a slot that ended nothing, because it was written before or is gone, is on the record as absent", async () => {
  const { records, sink } = collect()
  const slots = slotsOf(audited(memoryAdapter({ onWarning: false }), sink, { key: auditKey }))
  const slot = { key: generationKey("ada"), expires: new Date(Date.now() + 60_000) }
  const claims = [await slots?.claim(slot), await slots?.claim(slot)]
  expect(claims).toEqual([{ ok: true }, { ok: false, reason: "taken" }])
  expect(await slots?.replace({ ...slot, value: null, count: 7 })).toEqual({ ok: false, reason: "absent" })
  expect(await slots?.take(slot.key)).not.toBeNull()
  expect(await slots?.replace({ ...slot, value: null })).toEqual({ ok: false, reason: "absent" })
  expect(records.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    ...["slots.claim applied", "slots.claim absent", "slots.write absent", "slots.take applied"],
    "slots.write absent",
  ])
})
