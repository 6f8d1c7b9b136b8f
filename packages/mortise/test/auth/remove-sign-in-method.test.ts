import { expect, test } from "vitest"
import type { Core } from "../../src/auth/core/core.ts"
import type { Sessions } from "../../src/auth/sessions/sessions.ts"
import { createRemoveSignInMethod } from "../../src/auth/sign-in-methods/remove-sign-in-method.ts"
import { extras, slots } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const origin = "https://app.example"

test("a removal that outlives its lock does not release the lock of the next one", async () => {
  let time = Date.now()
  const now = () => time
  const adapter = memoryAdapter({ now })
  const { id } = await adapter.createUser({ email: "ada@example.com" })
  const core = {
    settings: { origin, providers: new Map(), session: { strategy: "jwt" } },
    ...{ adapter, extras: extras(adapter), slots: slots(adapter), capabilities: {}, now },
  } as unknown as Core
  const sessions = { current: async () => ({ user: { id }, info: { fresh: true } }) } as unknown as Sessions
  const removeSignInMethod = createRemoveSignInMethod(core, sessions)
  const request = () => new Request(origin, { method: "POST", headers: { origin } })
  const removeOne = (remove: () => Promise<unknown>) =>
    removeSignInMethod(request(), "missing", () => ({ remaining: 1, remove }))
  const nothing = async () => {}

  let end = (): void => {}
  let second: ReturnType<typeof removeOne> | undefined
  await removeOne(async () => {
    time += 30_000
    await new Promise<void>((begun) => {
      second = removeOne(() => {
        begun()
        return new Promise<void>((resolve) => {
          end = resolve
        })
      })
    })
  })
  expect(await removeOne(nothing)).toMatchObject({ ok: false, reason: "busy" })
  end()
  expect(await second).toMatchObject({ ok: true })
  expect(await removeOne(nothing)).toMatchObject({ ok: true })
})
