import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, rename } from "node:fs/promises"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type Owner, remove, temporaryFolder } from "./owner.ts"

const run = promisify(execFile)
const folder = join(root, ".cache", "servers")

/**
 * Creates the data folder of a server. It is initialized once per version of the program and copied from then on,
 * which takes a tenth of the time.
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
  // Copied to a temporary name first, because another process may be doing the same; the first rename wins.
  const copy = `${template}.${process.pid}`
  await run("cp", ["-a", join(fresh, "data"), copy])
  await rename(copy, template).catch(() => remove(copy))
  await remove(fresh)
}
