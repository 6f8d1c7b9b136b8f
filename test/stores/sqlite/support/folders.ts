import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type Folder = { readonly folder: string; remove(): void }

/** A folder on the disk, for tests of what survives. */
export const durableFolder = (): Folder => folderIn(tmpdir())

/** A folder in memory where there is one: waiting for the disk is most of the time of a write. */
export const quickFolder = (): Folder => folderIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir())

function folderIn(parent: string): Folder {
  const folder = mkdtempSync(join(parent, "mortise-sqlite-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
