import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Contestant, Engine, Measured } from "../contestant.ts"

/** What both libsql and better-sqlite3 offer of a database. */
export type FileDatabase = { exec(text: string): unknown; close(): unknown }

/** The journal and the durability that all contestants on a file have. */
export const setUp = <D extends FileDatabase>(db: D): D => {
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
  return db
}

export type FileEntry = Omit<Contestant, "open"> & {
  open(path: string): Promise<{ adapter: unknown; close(): unknown }>
}

/** Gives every contestant a file of its own in a temporary folder. */
export async function onFiles(
  entries: readonly [FileEntry, ...FileEntry[]],
): Promise<Awaited<ReturnType<Engine["open"]>>> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-bench-"))
  const onFile = ({ open, ...entry }: FileEntry): Contestant => ({
    ...entry,
    async open() {
      const { adapter, close } = await open(join(folder, `${entry.name.replaceAll(/\W/g, "-")}.db`))
      return { adapter: adapter as Measured, close: async () => void (await close()) }
    },
  })
  const [limit, ...others] = entries
  return {
    contestants: [onFile(limit), ...others.map(onFile)],
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
