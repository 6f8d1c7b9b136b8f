import { describe, expectTypeOf, test } from "vitest"
import {
  type Account,
  type Adapter,
  boolean,
  date,
  defineSchema,
  extras,
  integer,
  type Json,
  json,
  type MortiseAdapter,
  number,
  type Session,
  text,
  type User,
  type UserFields,
  upkeep,
} from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const schema = defineSchema({
  user: {
    fields: {
      role: text({ default: "member" }),
      plan: text({ oneOf: ["free", "paid"], required: true }),
      joined: date({ default: () => new Date() }),
      logins: integer({ default: 0 }),
      trust: number(),
      banned: boolean({ default: false }),
      facts: json({ optional: true }),
    },
  },
  session: { fields: { device: text({ optional: true }) } },
})
const adapter = memoryAdapter({ schema })
const plain = memoryAdapter()

type Ada = Awaited<ReturnType<typeof adapter.createUser>>

describe("the rows of the contract", () => {
  test("are inferred from the models", () => {
    expectTypeOf<User>().toEqualTypeOf<{
      id: string
      name: string | null
      email: string
      emailVerified: Date | null
      image: string | null
    }>()
    expectTypeOf<Session>().toEqualTypeOf<{ sessionToken: string; userId: string; expires: Date }>()
    expectTypeOf<Account["type"]>().toEqualTypeOf<"oauth" | "oidc" | "email" | "webauthn">()
    expectTypeOf<Account["token_type"]>().toEqualTypeOf<Lowercase<string> | undefined>()
    expectTypeOf<Account["expires_at"]>().toEqualTypeOf<number | undefined>()
  })

  test("are returned by the operations", () => {
    expectTypeOf(plain).toEqualTypeOf<MortiseAdapter>()
    expectTypeOf(plain).toExtend<Adapter>()
    expectTypeOf(plain.getUser).returns.resolves.toEqualTypeOf<User | null>()
    expectTypeOf(plain.unlinkAccount).returns.resolves.toEqualTypeOf<Account | undefined>()
    expectTypeOf(plain.getSessionAndUser).returns.resolves.toEqualTypeOf<{
      session: Session
      user: User
    } | null>()
  })
})

describe("text with a type argument", () => {
  const narrow = memoryAdapter({
    schema: defineSchema({
      user: {
        fields: {
          role: text<"admin" | "member">({ default: "member" }),
          locale: text<"de" | "en">(),
          theme: text<"dark" | "light">({ optional: true }),
          tier: text<"a" | "b">({ required: true }),
        },
      },
    }),
  })

  test("narrows what is returned and what is taken", () => {
    type Narrow = Awaited<ReturnType<typeof narrow.createUser>>
    expectTypeOf<Narrow["role"]>().toEqualTypeOf<"admin" | "member">()
    expectTypeOf<Narrow["locale"]>().toEqualTypeOf<"de" | "en" | null>()
    expectTypeOf<Narrow["theme"]>().toEqualTypeOf<"dark" | "light" | undefined>()
    expectTypeOf(narrow.createUser).parameter(0).toHaveProperty("tier").toEqualTypeOf<"a" | "b">()
    // @ts-expect-error not one of the two
    void (() => narrow.createUser({ email: "ada@example.com", tier: "a", role: "owner" }))
    // @ts-expect-error not one of the two
    text<"admin" | "member">({ default: "owner" })
  })

  test("UserFields has the extra fields alone", () => {
    expectTypeOf<UserFields<typeof schema>>().toEqualTypeOf<
      Pick<Ada, "role" | "plan" | "joined" | "logins" | "trust" | "banned" | "facts">
    >()
    const none = defineSchema()
    expectTypeOf<keyof UserFields<typeof none>>().toEqualTypeOf<never>()
  })
})

describe("extra fields", () => {
  test("are inferred in returned rows", () => {
    expectTypeOf<Ada["role"]>().toEqualTypeOf<string>()
    expectTypeOf<Ada["plan"]>().toEqualTypeOf<"free" | "paid">()
    expectTypeOf<Ada["joined"]>().toEqualTypeOf<Date>()
    expectTypeOf<Ada["logins"]>().toEqualTypeOf<number>()
    expectTypeOf<Ada["trust"]>().toEqualTypeOf<number | null>()
    expectTypeOf<Ada["banned"]>().toEqualTypeOf<boolean>()
    expectTypeOf<Ada["facts"]>().toEqualTypeOf<Json | undefined>()
    expectTypeOf(adapter.getSessionAndUser).returns.resolves.toExtend<{ user: { role: string } } | null>()
    expectTypeOf(adapter.updateSession).returns.resolves.toExtend<{ device?: string } | null>()
    // @ts-expect-error nickname is not declared
    expectTypeOf<Ada["nickname"]>().toBeAny()
  })

  test("are inferred in extras and upkeep", () => {
    const { listSessions } = extras(adapter) ?? {}
    expectTypeOf<Awaited<ReturnType<NonNullable<typeof listSessions>>>[number]["device"]>().toEqualTypeOf<
      string | undefined
    >()
    const tools = upkeep(adapter)
    const page = async () => tools?.page("user")
    expectTypeOf(page).returns.resolves.toExtend<{ rows: { role: string }[] } | undefined>()
  })

  test("are checked in arguments", () => {
    const calls = [
      () => adapter.createUser({ plan: "free" }),
      () => adapter.createUser({ plan: "paid", role: "admin", trust: null, facts: null, email: undefined }),
      () => adapter.updateUser({ id: "ada", logins: 3, facts: { seen: ["x"] } }),
      // @ts-expect-error plan is required
      () => adapter.createUser({ email: "ada@example.com" }),
      // @ts-expect-error plan is "free" or "paid"
      () => adapter.createUser({ plan: "gold" }),
      // @ts-expect-error role is text
      () => adapter.createUser({ plan: "free", role: 7 }),
      // @ts-expect-error role has a default, so it cannot be null
      () => adapter.createUser({ plan: "free", role: null }),
      // @ts-expect-error joined is a Date
      () => adapter.updateUser({ id: "ada", joined: "2026-03-04" }),
      // @ts-expect-error banned is not nullable
      () => adapter.updateUser({ id: "ada", banned: null }),
      // @ts-expect-error an update needs the id
      () => adapter.updateUser({ role: "admin" }),
      // @ts-expect-error facts are JSON
      () => adapter.updateUser({ id: "ada", facts: new Date() }),
      // @ts-expect-error nickname is not declared
      () => adapter.createUser({ plan: "free", nickname: "A" }),
      // @ts-expect-error device belongs to the session
      () => adapter.createUser({ plan: "free", device: "phone" }),
    ]
    expectTypeOf(calls).toBeArray()
  })
})

describe("defineSchema", () => {
  test("refuses invalid options at the line that contains them", () => {
    const wrong = [
      // @ts-expect-error nameing is not an option
      () => defineSchema({ nameing: "snake_case" }),
      // @ts-expect-error kebab-case is not supported
      () => defineSchema({ naming: "kebab-case" }),
      // @ts-expect-error a field is created with a function such as text()
      () => defineSchema({ user: { fields: { role: "text" } } }),
      // @ts-expect-error the default of a text field is a string
      () => defineSchema({ user: { fields: { role: text({ default: 7 }) } } }),
      // @ts-expect-error the default of a date field is a Date
      () => defineSchema({ user: { fields: { joined: date({ default: "now" }) } } }),
      // @ts-expect-error slot is internal and cannot have extra fields
      () => defineSchema({ slot: { fields: { more: text() } } }),
    ]
    expectTypeOf(wrong).toBeArray()
  })
})
