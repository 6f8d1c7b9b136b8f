import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { type Checks, files, openMigrated } from "./check.ts"
import { refused, user } from "./refused.ts"

/** What happens while somebody else writes. */
export const lockChecks: Checks = {
  "a write waits while another connection writes, and so does nothing else": {
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

  "a write gives up as transient when the other never ends, and has changed nothing": {
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

      // What is acknowledged from now on is there for others, and nothing keeps them from writing.
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
