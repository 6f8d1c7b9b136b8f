import { execFile } from "node:child_process"
import { chown, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Whom a server runs as; nothing to change when that is ourselves. */
export type Owner = { readonly uid?: number; readonly gid?: number }

/** Some servers refuse to run as root: then the first of these users that exists. */
export async function ownerAmong(...names: readonly string[]): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  for (const name of [...names, "nobody"]) {
    const ids = await Promise.all([idOf("-u", name), idOf("-g", name)]).catch(() => undefined)
    if (ids) return { uid: ids[0], gid: ids[1] }
  }
  return {}
}

const idOf = async (flag: string, name: string): Promise<number> =>
  Number((await run("id", [flag, name])).stdout)

/** A folder for a server's files. */
export async function temporaryFolder({ uid, gid }: Owner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-"))
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
