import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type Folder = { readonly folder: string; remove(): void }

/** A folder on disk, for tests of durability. */
export const durableFolder = (): Folder => folderIn(tmpdir())

/** A folder in memory if the system has one: a write mostly waits for the disk. */
export const quickFolder = (): Folder => folderIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir())

function folderIn(parent: string): Folder {
  const folder = mkdtempSync(join(parent, "mortise-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
