import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type Folder = { readonly folder: string; remove(): void }

/** A folder on disk, for tests of durability. */
export const durableFolder = (): Folder => folderIn(tmpdir())

/** A folder in memory if the system has one: a write mostly waits for the disk. */
export const quickFolder = (): Folder => folderIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir())

const roomForServers = 4 * 1024 ** 3

/** Where the files of servers are created: in memory if there is room, because creating tables waits for the disk. */
export function findServerFolder(): string {
  if (!existsSync("/dev/shm")) return tmpdir()
  const { bavail, bsize } = statfsSync("/dev/shm")
  return bavail * bsize >= roomForServers ? "/dev/shm" : tmpdir()
}

function folderIn(parent: string): Folder {
  const folder = mkdtempSync(join(parent, "mortise-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
