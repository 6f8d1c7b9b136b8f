import { describe, expect, test } from "vitest"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import { type Adapter, extras } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { signIn, someAccount, someone, someSession } from "../../support/people.ts"
import { describeEnds } from "./describe-ends.ts"
import { describeUndoneCalls } from "./describe-undone-calls.ts"
import { openTables } from "./open-tables.ts"
import type { OrmStore } from "./orm-store.ts"

const undo = new Error("undo")

/** An adapter that is given a transaction of the ORM works inside it. */
export function describeTransactions(store: OrmStore, server: () => Server): void {
  const open = (connections?: number) => openTables(store, server(), connections)

  describe("inside a transaction of the caller", () => {
    test("a commit leaves everything", async () => {
      const { orm } = await open()
      const { user, session } = await orm.transaction(({ adapter }) => signIn(adapter))
      const found = await orm.adapter().getSessionAndUser(session.sessionToken)
      expect(found?.user.id).toBe(user.id)
      await orm.close()
    })

    test("a rollback leaves nothing", async () => {
      const { orm } = await open()
      const adapter = orm.adapter()
      const before = await signIn(adapter)
      const [one, two] = [someone(), someone()]
      const work = orm.transaction(async ({ adapter: joined }) => {
        const user = await joined.createUser(one)
        await joined.createSession(someSession(user.id))
        await extras(joined)?.signUp?.({ user: two, account: someAccount("") })
        await joined.deleteSession(before.session.sessionToken)
        await joined.updateUser({ id: before.user.id, name: "changed" })
        throw undo
      })
      await expect(work).rejects.toBe(undo)
      for (const { email } of [one, two]) expect(await adapter.getUserByEmail(email)).toBeNull()
      const kept = await adapter.getSessionAndUser(before.session.sessionToken)
      expect(kept?.user.name).toBe(before.user.name)
      await orm.close()
    })

    test("a refused insert, update or sign-up does not end the transaction", async () => {
      const { orm } = await open()
      const adapter = orm.adapter()
      const { user } = await signIn(adapter)
      const [one, two] = [someone(), someone()]
      await orm.transaction(async ({ adapter: joined }) => {
        await failure(joined.createUser({ ...someone(), email: user.email }), "conflict")
        const created = await joined.createUser(one)
        await failure(joined.updateUser({ id: created.id, email: user.email }), "conflict")
        await failure(joined.createSession(someSession(crypto.randomUUID())), "not_found")
        const signUp = extras(joined)?.signUp
        await joined.linkAccount({ ...someAccount(created.id), providerAccountId: "taken" })
        const account = { ...someAccount(""), providerAccountId: "taken" }
        await failure(signUp?.({ user: two, account }) ?? Promise.resolve(), "conflict")
        await joined.getUserByEmail(one.email)
      })
      expect(await adapter.getUserByEmail(one.email)).not.toBeNull()
      expect(await adapter.getUserByEmail(two.email)).toBeNull()
      await orm.close()
    })

    test("several adapters of one transaction can be used concurrently", async () => {
      const { orm } = await open()
      const { user } = await signIn(orm.adapter())
      const people = Array.from({ length: 6 }, someone)
      await orm.transaction(async ({ adapter, again }) => {
        const adapters = [adapter, again(), again()]
        const calls = people.flatMap((person, nth) => {
          const joined = adapters[nth % adapters.length] as Adapter
          return [
            joined.createUser(person),
            failure(joined.createUser({ ...someone(), email: user.email }), "conflict"),
          ]
        })
        await Promise.all(calls)
      })
      for (const { email } of people) expect(await orm.adapter().getUserByEmail(email)).not.toBeNull()
      await orm.close()
    })

    test("a nested transaction that is rolled back leaves the outer one", async () => {
      const { orm } = await open()
      const [one, two] = [someone(), someone()]
      await orm.transaction(async ({ adapter: joined, nested }) => {
        await joined.createUser(one)
        const inner = nested(async (inside) => {
          await inside.createUser(two)
          throw undo
        })
        await expect(inner).rejects.toBe(undo)
      })
      const adapter = orm.adapter()
      expect(await adapter.getUserByEmail(one.email)).not.toBeNull()
      expect(await adapter.getUserByEmail(two.email)).toBeNull()
      await orm.close()
    })

    describeEnds(store, open)
    describeUndoneCalls(store, server)

    const { disconnectAll } = store.databases
    test.runIf(disconnectAll)("a connection that dies leaves the process and the pool working", async () => {
      const { url, orm } = await open()
      const adapter = orm.adapter()
      const one = someone()
      const work = orm.transaction(async ({ adapter: joined }) => {
        await joined.createUser(one)
        await disconnectAll?.(url)
        // The connection reports its end while no statement runs.
        await new Promise((resolve) => setTimeout(resolve, 200))
        await joined.createUser(someone())
      })
      await expect(work).rejects.toThrow()
      expect(await adapter.getUserByEmail(one.email)).toBeNull()
      expect((await adapter.createUser(one)).email).toBe(one.email)
      await orm.close()
    })
  })
}
