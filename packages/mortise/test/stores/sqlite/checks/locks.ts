import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { type Checks, files, openMigrated } from "./check.ts"
import { refused, user } from "./refused.ts"

/** Calls while another connection writes. */
export const lockChecks: Checks = {
  "a write waits while another connection writes, and a lookup does not": {
    on: files,
    async run(bench) {
      const { made, client, close } = await withOther(bench)
      const person = user()
      const { id } = await made.createUser(user())
      const held = await client.begin()
      const waiting = made.createUser(person)
      const batch = made.deleteUser(id)
      await sleep(100)
      assert.equal((await made.getUser(id))?.id, id)
      await held.rollback()
      assert.equal((await waiting).email, person.email)
      assert.equal((await batch)?.id, id)
      assert.ok(await client.adapter().getUserByEmail(person.email))
      await close()
    },
  },

  "a write fails as transient when the other never ends, and nothing was changed": {
    on: files,
    async run(bench) {
      const { made, client, close } = await withOther(bench)
      const people = [user(), user()]
      const { id } = await made.createUser(user())
      const held = await client.begin()
      await Promise.all([
        ...people.map((person) => refused(() => made.createUser(person), { code: "transient" })),
        refused(() => made.deleteUser(id), { code: "transient" }),
      ])
      await held.rollback()
      for (const { email } of people) assert.equal(await made.getUserByEmail(email), null)
      assert.equal((await made.getUser(id))?.id, id)

      // From now on, acknowledged writes are visible to others, and others can write.
      const later = await made.createUser(user())
      assert.ok(await client.adapter().getUser(later.id))
      assert.ok(await client.adapter().createUser(user()))
      await close()
    },
  },
}

async function withOther(bench: Parameters<typeof openMigrated>[0]) {
  const { made, file, close } = await openMigrated(bench)
  const client = await bench.client.open(file)
  return {
    made,
    client,
    close: async () => {
      await client.close()
      await close()
    },
  }
}
