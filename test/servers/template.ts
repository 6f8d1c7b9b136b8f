import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, rename } from "node:fs/promises"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { root } from "../../scripts/ensure-install.mjs"
import { type Owner, remove, temporaryFolder } from "./owner.ts"

const run = promisify(execFile)
const folder = join(root, ".cache", "servers")

/**
 * The files of a new server, as the program that makes them left them: made once for a version of it,
 * copied from then on, which takes a tenth of the time.
 */
export async function fromTemplate(
  program: string,
  owner: Owner,
  to: string,
  make: (data: string) => Promise<unknown>,
): Promise<void> {
  const { stdout } = await run(program, ["--version"])
  const template = join(folder, `${basename(program)}-${/\d[\w.]+/.exec(stdout)?.[0]}`)
  if (!existsSync(template)) await addTemplate(template, owner, make)
  await run("cp", ["-a", template, to])
}

async function addTemplate(template: string, owner: Owner, make: (data: string) => Promise<unknown>) {
  const fresh = await temporaryFolder(owner)
  await make(join(fresh, "data"))
  await mkdir(folder, { recursive: true })
  // Copied beside its place first: another process may be doing the same, and one of them is enough.
  const copy = `${template}.${process.pid}`
  await run("cp", ["-a", join(fresh, "data"), copy])
  await rename(copy, template).catch(() => remove(copy))
  await remove(fresh)
}
