import { readdir, readlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { type LibsqlClient, libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/migrate.ts"
import { someone } from "../support/people.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { folder, remove } = quickFolder()
afterAll(remove)

type Library = { createClient(options: { url: string }): LibsqlClient & { close(): void } }

const { resolve } = createRequire(import.meta.url)
const prismaLibsql = createRequire(resolve("@prisma/adapter-libsql"))
const libraries: readonly [string, Library][] = [
  ["0.18", createRequire(import.meta.url)("@libsql/client")],
  ["0.17, which opens a connection for each transaction", prismaLibsql("@libsql/client")],
]

/** The number of times that this process has a file open. */
async function timesOpen(path: string): Promise<number> {
  const links = await Promise.all(
    (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
  )
  return links.filter((link) => link === path).length
}

test.each(libraries)("a hundred writes open few connections, with @libsql/client %s", async (_, library) => {
  const path = join(folder, `${crypto.randomUUID()}.db`)
  const client = library.createClient({ url: `file:${path}` })
  const adapter = libsqlAdapter(client)
  await migrate(adapter)
  const person = someone()
  await adapter.createUser(person)
  for (let nth = 0; nth < 100; nth++) {
    // Refused writes roll back on the same connection.
    await expect(adapter.createUser(person)).rejects.toMatchObject({ code: "conflict" })
    await adapter.createUser(someone())
  }
  expect(await timesOpen(path)).toBeLessThan(5)
  client.close()
})

test.each(libraries)(
  "a refused write leaves the file unlocked, with @libsql/client %s",
  async (_, library) => {
    const url = `file:${join(folder, `${crypto.randomUUID()}.db`)}`
    const [client, other] = [library.createClient({ url }), library.createClient({ url })]
    const adapter = libsqlAdapter(client)
    await migrate(adapter)
    const person = someone()
    await adapter.createUser(person)
    await expect(adapter.createUser(person)).rejects.toMatchObject({ code: "conflict" })
    await libsqlAdapter(other).createUser(someone())
    client.close()
    other.close()
  },
)
