import { describe, expectTypeOf, test } from "vitest"
import type { Adapter, User } from "../../src/index.ts"
import { drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import type * as old from "./drizzle/people.ts"
import type * as rc from "./other-majors/drizzle-people.ts"

// `tsc -p packages/mortise/test/orms/tsconfig.json` compiles this file; nothing in it runs.
type UserOf<A> = A extends { getUser(id: string): Promise<infer U> } ? NonNullable<U> : never

type Extra = {
  role: "member" | "admin"
  plan: "free" | "paid" | null
  createdAt: Date
  updatedAt: Date | null
  settings: { theme: string } | null
  balance: string | null
  logins: number
  nick: string | null
}

describe("extra fields are typed from the tables", () => {
  test("in Drizzle 0.45, by the option and by the schema", () => {
    const byOption = (db: ReturnType<typeof old.openPeople>["casedDb"], usersTable: typeof old.users) =>
      drizzleAdapter(db, { usersTable })
    const bySchema = (db: ReturnType<typeof old.openPeople>["db"]) => drizzleAdapter(db)
    expectTypeOf<UserOf<ReturnType<typeof byOption>>>().toExtend<User & Extra>()
    expectTypeOf<UserOf<ReturnType<typeof bySchema>>>().toExtend<User & Extra>()
    expectTypeOf<UserOf<ReturnType<typeof bySchema>>>().not.toHaveProperty("tags")
    expectTypeOf<UserOf<ReturnType<typeof bySchema>>>().not.toHaveProperty("email_verified")
  })

  test("in Drizzle 1.0, by the option and by the relations", () => {
    const byOption = (db: ReturnType<typeof rc.openPeople>["casedDb"], usersTable: typeof rc.users) =>
      drizzleAdapter(db, { usersTable })
    const byRelations = (db: ReturnType<typeof rc.openPeople>["db"]) => drizzleAdapter(db)
    expectTypeOf<UserOf<ReturnType<typeof byOption>>>().toExtend<User & Extra>()
    expectTypeOf<UserOf<ReturnType<typeof byRelations>>>().toExtend<User & Extra>()
  })

  test("without tables there are none, and a schema gives its own", () => {
    const plain = (db: ReturnType<typeof old.openPeople>["casedDb"]) => drizzleAdapter(db)
    expectTypeOf<UserOf<ReturnType<typeof plain>>>().toEqualTypeOf<User>()
    expectTypeOf<ReturnType<typeof plain>>().toExtend<Adapter>()
  })
})
