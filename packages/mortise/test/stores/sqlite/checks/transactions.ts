import assert from "node:assert/strict"
import { extras } from "../../../../src/contract/adapter-parts.ts"
import { type Checks, everywhere, openMigrated } from "./check.ts"
import { account, refused, session, user } from "./refused.ts"

/** An adapter inside a transaction that the application opened. */
export const transactionChecks: Checks = {
  "writes inside a transaction are stored when it commits": {
    on: everywhere,
    async run(bench) {
      const { made, begin, close } = await openMigrated(bench)
      const transaction = await begin()
      const inside = transaction.adapter()
      const { id } = await inside.createUser(user())
      const { sessionToken } = await inside.createSession(session(id))
      const signedUp = await extras(inside)?.signUp?.({ user: user(), account: account("") })
      assert.equal((await inside.getSessionAndUser(sessionToken))?.user.id, id)
      await transaction.commit()

      assert.equal((await made.getSessionAndUser(sessionToken))?.user.id, id)
      assert.ok(await made.getUser(signedUp?.user.id ?? ""))
      await close()
    },
  },

  "writes inside a transaction are undone when it rolls back": {
    on: everywhere,
    async run(bench) {
      const { made, begin, close } = await openMigrated(bench)
      const kept = await made.createUser(user())
      const transaction = await begin()
      const inside = transaction.adapter()
      const { id } = await inside.createUser(user())
      await inside.deleteUser(kept.id)
      assert.equal(await inside.getUser(kept.id), null)
      await transaction.rollback()

      assert.equal(await made.getUser(id), null)
      assert.equal((await made.getUser(kept.id))?.id, kept.id)
      await close()
    },
  },

  "a conflict inside a transaction undoes only its own statement": {
    on: everywhere,
    async run(bench) {
      const { made, begin, close } = await openMigrated(bench)
      const person = user()
      const linked = account((await made.createUser(person)).id)
      await made.linkAccount(linked)
      const transaction = await begin()
      const inside = transaction.adapter()
      const { id } = await inside.createUser(user())
      const half = user()

      await refused(() => inside.createUser(person), { code: "conflict" })
      await Promise.all([
        refused(async () => extras(inside)?.signUp?.({ user: half, account: linked }), { code: "conflict" }),
        inside.createSession(session(id)),
        refused(async () => extras(inside)?.signUp?.({ user: half, account: linked }), { code: "conflict" }),
      ])
      await transaction.commit()

      assert.equal((await made.getUser(id))?.id, id)
      assert.equal(await made.getUserByEmail(half.email), null)
      assert.equal((await extras(made)?.listSessions?.(id))?.length, 1)
      await close()
    },
  },

  "a transaction that can no longer write fails without waiting": {
    on: ["connection"],
    async run(bench) {
      const texts: string[] = []
      const onStatement = (text: string) => void texts.push(text)
      const { made, all, adapter, file, close } = await openMigrated(bench)
      const other = await bench.client.open(file)
      await made.createUser(user())
      await all("BEGIN")
      await all("SELECT count(*) FROM users")
      await other.adapter().createUser(user())

      await refused(() => adapter({ onStatement }).createUser(user()), { code: "transient" })
      assert.equal(texts.length, 1)
      await all("ROLLBACK")
      assert.ok(await made.createUser(user()))
      await other.close()
      await close()
    },
  },
}
