import type { Adapter as AuthJsAdapter } from "@auth/core/adapters"
import { describe, expectTypeOf, test } from "vitest"
import { type AuthUser, createAuth, type WebAuthnLibrary } from "../../src/auth/index.ts"
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
  expectTypeOf(user).toExtend<{ id: string; email: string | null; role: string } | null>()
  expectTypeOf<"role">().toExtend<keyof NonNullable<typeof user>>()
})

test("a token holds the fields of the contract", async () => {
  const auth = createAuth({ ...options, adapter: memoryAdapter({ schema }) })
  expectTypeOf((await auth.sessions.read(request)).user).toEqualTypeOf<AuthUser | null>()
})

test("SEC-R8: a token also holds the fields of `userFields`, which are null if they are too long", async () => {
  const adapter = memoryAdapter({ schema })
  const auth = createAuth({ ...options, adapter, session: { userFields: ["role"] } })
  const { user } = await auth.sessions.read(request)
  expectTypeOf(user).toExtend<(AuthUser & { role: string | null }) | null>()
  expectTypeOf<"role">().toExtend<keyof NonNullable<typeof user>>()
  // @ts-expect-error The user has no such field.
  createAuth({ ...options, adapter, session: { userFields: ["roles"] } })
})

describe("a user's email is null if the provider gave none", () => {
  const adapter = memoryAdapter({ schema })
  type Read<A extends { sessions: { read(request: Request): Promise<{ user: unknown }> } }> = NonNullable<
    Awaited<ReturnType<A["sessions"]["read"]>>["user"]
  >
  type SignedIn<F extends (request: Request) => Promise<unknown>> = Extract<
    Awaited<ReturnType<F>>,
    { ok: true; user: unknown }
  >["user"]

  test("in every result, with both strategies", () => {
    const stored = createAuth({ ...options, adapter, session: { strategy: "database" } })
    const sealed = createAuth({ ...options, adapter, session: { userFields: ["role"] } })
    expectTypeOf<Read<typeof stored>["email"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Read<typeof sealed>["email"]>().toEqualTypeOf<string | null>()
    expectTypeOf<SignedIn<typeof stored.email.follow>["email"]>().toEqualTypeOf<string | null>()
    expectTypeOf<SignedIn<typeof stored.oauth.callback>["email"]>().toEqualTypeOf<string | null>()
    expectTypeOf<SignedIn<typeof stored.passkeys.verifyRegistration>["email"]>().toEqualTypeOf<
      string | null
    >()
    expectTypeOf<SignedIn<typeof stored.email.follow>["role"]>().toEqualTypeOf<string>()
  })

  test("while the adapter keeps the Auth.js type", () => {
    expectTypeOf<NonNullable<Awaited<ReturnType<typeof adapter.getUser>>>["email"]>().toEqualTypeOf<string>()
    expectTypeOf<User["email"]>().toEqualTypeOf<string>()
    expectTypeOf<Omit<AuthUser, "email">>().toEqualTypeOf<Omit<User, "email">>()
  })

  test("and an adapter may say so too", () => {
    const getUser = async () => ({ id: "1", email: null as string | null, plan: "free" })
    const open = () => createAuth({ ...options, adapter: { getUser }, session: { strategy: "database" } })
    expectTypeOf<Read<ReturnType<typeof open>>>().toEqualTypeOf<{
      id: string
      email: string | null
      plan: string
    }>()
  })
})

test("an adapter with the Auth.js type is accepted, directly or from a function", () => {
  const adapter: AuthJsAdapter = { getUser: () => null }
  createAuth({ ...options, adapter })
  createAuth({ ...options, adapter: () => adapter })
})

test("the WebAuthn library has the expected type", () => {
  expectTypeOf<typeof import("simplewebauthn-14")>().toExtend<WebAuthnLibrary>()
})
