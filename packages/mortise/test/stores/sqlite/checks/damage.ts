import assert from "node:assert/strict"
import { openSync, readSync, statSync, writeSync } from "node:fs"
import type { Adapter } from "../../../../src/contract/adapter.ts"
import { type Bench, type Checks, files, local, openMigrated } from "./check.ts"
import { refused, session, user } from "./refused.ts"

/** Damaged and full files. */
export const damageChecks: Checks = {
  "a full disk is unavailable and loses nothing, and calls succeed once it has room again": {
    on: local,
    async run(bench) {
      const { made, all, close } = await openMigrated(bench, undefined, { isSingle: true })
      const { id } = await made.createUser(user())
      const [[pages] = []] = await all("PRAGMA page_count")
      await all(`PRAGMA max_page_count = ${Number(pages) + 20}`)
      await refused(() => fill(made), { code: "unavailable", model: "user" })
      assert.equal((await made.getUser(id))?.id, id)

      await all("PRAGMA max_page_count = 1000000")
      assert.equal((await made.createSession(session(id))).userId, id)
      assert.deepEqual(await all("PRAGMA integrity_check"), [["ok"]])
      await close()
    },
  },

  "overwritten pages are corrupt": {
    on: files,
    async run(bench) {
      const { file, email } = await filled(bench)
      overwrite(file, 4096, statSync(file).size - 4096)
      const { adapter, close } = await bench.client.open(file)
      await refused(() => adapter().getUserByEmail(email), { code: "corrupt" })
      await close()
    },
  },

  "a file that is not a database is corrupt": {
    on: files,
    async run(bench) {
      const { file, email } = await filled(bench)
      overwrite(file, 0, 100)
      const { adapter, close } = await bench.client.open(file)
      await refused(() => adapter().getUserByEmail(email), { code: "corrupt" })
      await refused(() => adapter().createUser(user()), { code: "corrupt" })
      await close()
    },
  },
}

/** Adds users with large images until it fails. */
async function fill(adapter: Adapter): Promise<void> {
  for (let nth = 0; nth < 50; nth++) await adapter.createUser({ ...user(), image: "x".repeat(60_000) })
}

/** A file with some users, all in the database file and none in its write-ahead log. */
async function filled(bench: Bench): Promise<{ file: string; email: string }> {
  const { made, all, close, file } = await openMigrated(bench)
  const people = Array.from({ length: 200 }, user)
  for (const person of people) await made.createUser(person)
  await all("PRAGMA wal_checkpoint(TRUNCATE)")
  await close()
  return { file, email: people[100]?.email ?? "" }
}

function overwrite(file: string, from: number, length: number): void {
  const at = openSync(file, "r+")
  const before = Buffer.alloc(length)
  assert.equal(readSync(at, before, 0, length, from), length)
  writeSync(at, Buffer.from(before.map((byte) => byte ^ 0x5a)), 0, length, from)
}
