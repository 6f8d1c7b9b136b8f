import { Auth, type AuthConfig } from "@auth/core"
import type { Adapter as AuthjsAdapter } from "@auth/core/adapters"
import type { Adapter as NextAuth4Adapter } from "next-auth-4/adapters"
import { describe, expectTypeOf, test } from "vitest"
import { defineSchema, text, type UserFields } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const people = defineSchema({ user: { fields: { seat: text<"aisle" | "window">({ default: "aisle" }) } } })

declare module "@auth/core/types" {
  interface User extends Partial<UserFields<typeof people>> {}
}

const plain = memoryAdapter()
const extended = memoryAdapter({
  schema: defineSchema({ user: { fields: { role: text({ default: "member" }) } } }),
})

describe("the adapter of @auth/core", () => {
  test("is what ours is, all operations included", () => {
    const adapter: AuthjsAdapter = plain
    const whole: Required<AuthjsAdapter> = plain
    expectTypeOf(adapter).toExtend<AuthjsAdapter>()
    expectTypeOf(whole).toExtend<AuthjsAdapter>()
  })

  test("is what an extended one is", () => {
    const adapter: AuthjsAdapter = extended
    const optional: AuthjsAdapter = memoryAdapter({
      schema: defineSchema({ session: { fields: { device: text({ optional: true }) } } }),
    })
    expectTypeOf([adapter, optional]).toExtend<AuthjsAdapter[]>()
  })

  test("is what one with an operation overridden is", () => {
    const adapter: AuthjsAdapter = {
      ...plain,
      createUser: async (user) => plain.createUser({ ...user, name: "everybody" }),
    }
    const typed: typeof extended = { ...extended, getUser: async (id) => extended.getUser(id.trim()) }
    expectTypeOf([adapter, typed]).toExtend<AuthjsAdapter[]>()
  })

  test("is compared in earnest: a wrong one is an error", () => {
    expectTypeOf<AuthjsAdapter>().not.toBeAny()
    // @ts-expect-error a user has an id
    const wrong: AuthjsAdapter = { ...plain, getUser: async () => ({ email: "ada@example.com" }) }
    const late = async () => ({ sessionToken: "", userId: "", expires: 1 })
    // @ts-expect-error expires is a Date
    const dateless: AuthjsAdapter = { ...plain, deleteSession: late }
    expectTypeOf([wrong, dateless]).not.toBeAny()
  })

  test("is not what one is that needs more than Auth.js gives", () => {
    const schema = defineSchema({ user: { fields: { plan: text({ required: true }) } } })
    // @ts-expect-error nobody gives it a plan
    const adapter: AuthjsAdapter = memoryAdapter({ schema })
    expectTypeOf(adapter).not.toBeAny()
  })

  test("SEC-B5 hands extra fields to the session callback, typed by one line", () => {
    const config: AuthConfig = {
      adapter: memoryAdapter({ schema: people }),
      providers: [],
      callbacks: {
        session: ({ session, user }) => {
          expectTypeOf(user.seat).toEqualTypeOf<"aisle" | "window" | undefined>()
          expectTypeOf(session.user.seat).toEqualTypeOf<"aisle" | "window" | undefined>()
          return { ...session, user }
        },
      },
    }
    expectTypeOf(config).toExtend<AuthConfig>()
  })

  test("goes into its configuration without a cast", () => {
    const config: AuthConfig = { adapter: plain, providers: [] }
    const handle = (request: Request) => Auth(request, { ...config, adapter: extended })
    expectTypeOf(handle).returns.toEqualTypeOf<Promise<Response>>()
  })
})

describe("the adapter of next-auth 4", () => {
  test("is what ours is, extended and overridden too", () => {
    const adapters: NextAuth4Adapter[] = [
      plain,
      extended,
      { ...plain, deleteUser: async (id) => plain.deleteUser(id) },
    ]
    expectTypeOf(adapters).toExtend<NextAuth4Adapter[]>()
  })

  test("is compared in earnest: a wrong one is an error", () => {
    expectTypeOf<NextAuth4Adapter>().not.toBeAny()
    // @ts-expect-error a user has an id
    const wrong: NextAuth4Adapter = { ...plain, getUser: async () => ({ email: "ada@example.com" }) }
    expectTypeOf(wrong).not.toBeAny()
  })
})
