import { Auth, type AuthConfig } from "@auth/core"
import type { Adapter as AuthjsAdapter } from "@auth/core/adapters"
import type { Adapter as NextAuth4Adapter } from "next-auth-4/adapters"
import { describe, expect, expectTypeOf, test } from "vitest"
import { defineSchema, sessionCallback, text, type UserFields } from "../../src/index.ts"
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
  test("accepts our adapter, with all operations", () => {
    const adapter: AuthjsAdapter = plain
    const whole: Required<AuthjsAdapter> = plain
    expectTypeOf(adapter).toExtend<AuthjsAdapter>()
    expectTypeOf(whole).toExtend<AuthjsAdapter>()
  })

  test("accepts our adapter with extra fields", () => {
    const adapter: AuthjsAdapter = extended
    const optional: AuthjsAdapter = memoryAdapter({
      schema: defineSchema({ session: { fields: { device: text({ optional: true }) } } }),
    })
    expectTypeOf([adapter, optional]).toExtend<AuthjsAdapter[]>()
  })

  test("accepts our adapter with an overridden operation", () => {
    const adapter: AuthjsAdapter = {
      ...plain,
      createUser: async (user) => plain.createUser({ ...user, name: "Ada" }),
    }
    const typed: typeof extended = { ...extended, getUser: async (id) => extended.getUser(id.trim()) }
    expectTypeOf([adapter, typed]).toExtend<AuthjsAdapter[]>()
  })

  test("refuses an adapter with a wrong type", () => {
    expectTypeOf<AuthjsAdapter>().not.toBeAny()
    // @ts-expect-error a user has an id
    const wrong: AuthjsAdapter = { ...plain, getUser: async () => ({ email: "ada@example.com" }) }
    const late = async () => ({ sessionToken: "", userId: "", expires: 1 })
    // @ts-expect-error expires is a Date
    const dateless: AuthjsAdapter = { ...plain, deleteSession: late }
    expectTypeOf([wrong, dateless]).not.toBeAny()
  })

  test("refuses an adapter with a required field that Auth.js does not pass", () => {
    const schema = defineSchema({ user: { fields: { plan: text({ required: true }) } } })
    // @ts-expect-error Auth.js passes no plan
    const adapter: AuthjsAdapter = memoryAdapter({ schema })
    expectTypeOf(adapter).not.toBeAny()
  })

  test("hands extra fields to the session callback, typed by one line", () => {
    const config: AuthConfig = {
      adapter: memoryAdapter({ schema: people }),
      providers: [],
      callbacks: {
        session: ({ session, user }) => {
          expectTypeOf(user.seat).toEqualTypeOf<"aisle" | "window" | undefined>()
          expectTypeOf(session.user.seat).toEqualTypeOf<"aisle" | "window" | undefined>()
          return { user: { name: user.name ?? null }, expires: session.expires }
        },
      },
    }
    expectTypeOf(config).toExtend<AuthConfig>()
  })

  test("SEC-S10: the session callback of named fields has their types", () => {
    const session = sessionCallback(people, ["id", "seat", "emailVerified"])
    const config: AuthConfig = { adapter: memoryAdapter(), providers: [], callbacks: { session } }
    expectTypeOf(config).toExtend<AuthConfig>()
    expectTypeOf<ReturnType<typeof session>>().toEqualTypeOf<{
      user: {
        id: string
        seat: "aisle" | "window"
        emailVerified: string | null
        name: string | null
        email: string
        image: string | null
      }
      expires: string
    }>()
    // @ts-expect-error the schema declares no such field
    expect(() => sessionCallback(people, ["shoe"])).toThrow("no field shoe")
  })

  test("is accepted in the configuration without a cast", () => {
    const config: AuthConfig = { adapter: plain, providers: [] }
    const handle = (request: Request) => Auth(request, { ...config, adapter: extended })
    expectTypeOf(handle).returns.toEqualTypeOf<Promise<Response>>()
  })
})

describe("the adapter of next-auth 4", () => {
  test("accepts our adapter, even with extra fields or an overridden operation", () => {
    const adapters: NextAuth4Adapter[] = [
      plain,
      extended,
      { ...plain, deleteUser: async (id) => plain.deleteUser(id) },
    ]
    expectTypeOf(adapters).toExtend<NextAuth4Adapter[]>()
  })

  test("refuses an adapter with a wrong type", () => {
    expectTypeOf<NextAuth4Adapter>().not.toBeAny()
    // @ts-expect-error a user has an id
    const wrong: NextAuth4Adapter = { ...plain, getUser: async () => ({ email: "ada@example.com" }) }
    expectTypeOf(wrong).not.toBeAny()
  })
})
