import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createData } from "../../../../conformance/src/suites/authjs/data.ts"
import { durableFolder, type Folder } from "../../../../workshop/src/folders.ts"
import { extras } from "../../../src/contract/adapter-parts.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { withShortRetries } from "../servers/support/short-retries.ts"
import type { OpenClient } from "./clients/client.ts"
import { client } from "./clients/libsql.ts"
import { startProgram } from "./support/programs.ts"

const writer = new URL("support/writer.ts", import.meta.url)
const lockHolder = new URL("support/lock-holder.ts", import.meta.url)
const data = createData()

let place: Folder
let file: string
beforeAll(async () => {
  place = durableFolder()
  file = join(place.folder, "crashes.db")
})
afterAll(() => place.remove())

/** Compares the file with the lines that the writers printed, and returns what does not match. */
async function broken({ adapter, all }: OpenClient, lines: readonly string[]) {
  const made = adapter()
  const ids = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1))
  const endangered = new Set(ids("?"))
  const hasSession = async (id: string) => (await extras(made)?.listSessions?.(id))?.length === 1
  const missing: string[] = []
  for (const id of ids("+")) if (!endangered.has(id) && !(await hasSession(id))) missing.push(id)
  const left: string[] = []
  for (const id of ids("-")) if (await made.getUser(id)) left.push(id)
  const without = (table: string) => `id NOT IN (SELECT userId FROM ${table})`
  const halves = await all(`SELECT id FROM users WHERE ${without("accounts")} OR ${without("sessions")}`)
  return { missing, left, halves }
}

// Ends a hang; it does not judge speed.
const patience = { timeout: 300_000 }

test(
  "SEC-N11 acknowledged writes survive the kill of four writers, and the file is intact",
  patience,
  async () => {
    for (const least of [20, 45]) {
      const writers = [1, 2, 3, 4].map(() => startProgram(writer, file))
      await Promise.all(writers.map((writer) => writer.wrote(least)))
      const lines = (await Promise.all(writers.map((writer) => writer.kill()))).flat()

      const open = await client.open(file)
      expect(await broken(open, lines)).toEqual({ missing: [], left: [], halves: [] })
      expect(await open.all("PRAGMA integrity_check")).toEqual([["ok"]])
      expect(await open.all("PRAGMA foreign_key_check")).toEqual([])
      await open.close()
    }
  },
)

test(
  "SEC-N11 writes wait for a process that holds the lock, then fail; they succeed once it is killed",
  patience,
  async () => {
    const { adapter, close } = await client.open(file)
    const made = adapter()
    await migrate(made)
    const holder = startProgram(lockHolder, file)
    await holder.wrote(1)
    const person = data.user()
    await withShortRetries(() =>
      expect(made.createUser(person)).rejects.toMatchObject({ code: "transient", operation: "createUser" }),
    )
    expect(await made.getUser(person.id)).toBeNull()

    const waiting = made.createUser(person)
    await holder.kill()
    expect(await waiting).toMatchObject({ id: person.id })
    await close()
  },
)
