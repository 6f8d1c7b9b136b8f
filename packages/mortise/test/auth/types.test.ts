import type { Adapter as AuthJsAdapter } from "@auth/core/adapters"
import { expectTypeOf, test } from "vitest"
import { createAuth, type WebAuthnLibrary } from "../../src/auth/index.ts"
import { defineSchema, text, type User } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { secret } from "./support/world.ts"

const options = { secret, origin: "https://app.example" }
const schema = defineSchema({ user: { fields: { role: text({ default: "member" }) } } })
const request = new Request("https://app.example/")

test("with stored sessions, a user has the fields of the adapter", async () => {
  const auth = createAuth({
    ...options,
    adapter: memoryAdapter({ schema }),
    session: { strategy: "database" },
  })
  const { user } = await auth.sessions.read(request)
  expectTypeOf(user).toExtend<{ id: string; email: string; role: string } | null>()
  expectTypeOf<"role">().toExtend<keyof NonNullable<typeof user>>()
})

test("a token holds the fields of the contract", async () => {
  const auth = createAuth({ ...options, adapter: memoryAdapter({ schema }) })
  expectTypeOf((await auth.sessions.read(request)).user).toEqualTypeOf<User | null>()
})

test("SEC-R8: a token also holds the fields of `userFields`, which are null if they are too long", async () => {
  const adapter = memoryAdapter({ schema })
  const auth = createAuth({ ...options, adapter, session: { userFields: ["role"] } })
  const { user } = await auth.sessions.read(request)
  expectTypeOf(user).toExtend<(User & { role: string | null }) | null>()
  expectTypeOf<"role">().toExtend<keyof NonNullable<typeof user>>()
  // @ts-expect-error The user has no such field.
  createAuth({ ...options, adapter, session: { userFields: ["roles"] } })
})

test("an adapter with the type of Auth.js is accepted, also from a function", () => {
  const adapter: AuthJsAdapter = { getUser: () => null }
  createAuth({ ...options, adapter })
  createAuth({ ...options, adapter: () => adapter })
})

test("the WebAuthn library has the expected type", () => {
  expectTypeOf<typeof import("simplewebauthn-14")>().toExtend<WebAuthnLibrary>()
})
