import { execFile } from "node:child_process"
import { chown, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** The user that a server runs as; empty for the current user. */
export type Owner = { readonly uid?: number; readonly gid?: number }

/** The first existing user of these if we are root, because some servers refuse to run as root. */
export async function ownerAmong(...names: readonly string[]): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  for (const name of [...names, "nobody"]) {
    const ids = await Promise.all([idOf("-u", name), idOf("-g", name)]).catch(() => undefined)
    if (ids) return { uid: ids[0], gid: ids[1] }
  }
  return {}
}

/** The options of a child process that runs as the owner, in a folder that every user can enter. */
export const runAs = (owner: Owner) => ({ ...owner, cwd: "/" })

const idOf = async (flag: string, name: string): Promise<number> =>
  Number((await run("id", [flag, name])).stdout)

/** A temporary folder for a server's files. */
export async function temporaryFolder({ uid, gid }: Owner, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, "mortise-"))
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
