import assert from "node:assert/strict"
import { type Checks, everywhere, files, local, openMigrated } from "./check.ts"
import { refused, session, user } from "./refused.ts"

/** The setup before the first statement. */
export const setUpChecks: Checks = {
  "foreign keys that are off are turned on": {
    on: ["connection", "serial"],
    async run(bench) {
      const { made, all, close } = await openMigrated(bench, undefined, { withoutForeignKeys: true })
      assert.deepEqual(await all("PRAGMA foreign_keys"), [[1]])
      const { id } = await made.createUser(user())
      await made.createSession(session(id))
      await made.deleteUser(id)
      assert.deepEqual(await all("SELECT count(*) FROM sessions"), [[0]])
      await close()
    },
  },

  "a client with foreign keys off is refused at every statement": {
    on: ["pool", "memory"],
    async run(bench) {
      const { adapter, close } = await bench.client.open(bench.file(), { withoutForeignKeys: true })
      const made = adapter()
      await refused(() => made.getUser("1"), { code: "unavailable" })
      await refused(() => made.createUser(user()), { code: "unavailable" })
      await close()
    },
  },

  "a transaction with foreign keys off is refused until it ends": {
    on: ["connection"],
    async run(bench) {
      const first = await openMigrated(bench)
      await first.close()
      const { adapter, begin, close } = await bench.client.open(first.file, { withoutForeignKeys: true })
      const transaction = await begin()
      await refused(() => adapter().createUser(user()), { code: "unavailable" })
      await transaction.rollback()
      assert.ok(await adapter().createUser(user()))
      await close()
    },
  },

  "a file is switched to write-ahead logging": {
    on: files,
    async run(bench) {
      const { all, close } = await openMigrated(bench)
      assert.deepEqual(await all("PRAGMA journal_mode"), [["wal"]])
      await close()
    },
  },

  "making an adapter sends nothing to the database": {
    on: local,
    async run(bench) {
      const { adapter, all, close } = await bench.client.open(bench.file())
      const modes = async () => [await all("PRAGMA journal_mode"), await all("PRAGMA foreign_keys")]
      const before = await modes()
      adapter()
      assert.deepEqual(await modes(), before)
      await close()
    },
  },

  "an adapter per request prepares no statement again": {
    on: ["connection"],
    async run(bench) {
      const { adapter, prepares, close } = await openMigrated(bench)
      const request = async () => {
        const made = adapter()
        const { id } = await made.createUser(user())
        const { sessionToken } = await made.createSession(session(id))
        await made.getSessionAndUser(sessionToken)
        await made.updateUser({ id, name: "Ada" })
        await made.deleteSession(sessionToken)
        await made.deleteUser(id)
      }
      await request()
      const before = prepares?.()
      assert.ok(before)
      for (let nth = 0; nth < 20; nth++) await request()
      assert.equal(prepares?.(), before)
      await close()
    },
  },

  "two adapters on one client share its setup": {
    on: everywhere,
    async run(bench) {
      const { adapter, made, close } = await openMigrated(bench)
      const { id } = await made.createUser(user())
      assert.equal((await adapter().getUser(id))?.id, id)
      await close()
    },
  },
}
