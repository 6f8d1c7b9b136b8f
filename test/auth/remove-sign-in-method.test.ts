import { expect, test } from "vitest"
import { createRemoveSignInMethod } from "../../src/auth/accounts/remove-sign-in-method.ts"
import type { Core } from "../../src/auth/core.ts"
import type { Sessions } from "../../src/auth/sessions/sessions.ts"
import { extras, slots } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const origin = "https://app.example"

test("one that takes too long does not give back what is another's by now", async () => {
  let time = Date.now()
  const now = () => time
  const adapter = memoryAdapter({ now })
  const { id } = await adapter.createUser({ email: "ada@example.com" })
  const core = {
    settings: { origin, providers: new Map(), session: { strategy: "jwt" } },
    ...{ adapter, extras: extras(adapter), slots: slots(adapter), capabilities: {}, now },
  } as unknown as Core
  const sessions = { current: async () => ({ user: { id }, info: { fresh: true } }) } as unknown as Sessions
  const takeAway = createRemoveSignInMethod(core, sessions)
  const request = () => new Request(origin, { method: "POST", headers: { origin } })
  const take = (remove: () => Promise<unknown>) =>
    takeAway(request(), "missing", () => ({ remaining: 1, remove }))
  const nothing = async () => {}

  let end = (): void => {}
  let second: ReturnType<typeof take> | undefined
  await take(async () => {
    time += 30_000
    await new Promise<void>((begun) => {
      second = take(() => {
        begun()
        return new Promise<void>((resolve) => {
          end = resolve
        })
      })
    })
  })
  expect(await take(nothing)).toMatchObject({ ok: false, reason: "busy" })
  end()
  expect(await second).toMatchObject({ ok: true })
  expect(await take(nothing)).toMatchObject({ ok: true })
})
