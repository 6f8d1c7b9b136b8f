import { execFile } from "node:child_process"
import { access, chmod, constants, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { remove } from "./owner.ts"

const run = promisify(execFile)

const backports = (mirror: string) => `Types: deb
URIs: ${mirror}
Suites: bookworm-backports
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`

/** A Valkey server to start, or the reason why there is none. */
export type Valkey =
  | { readonly program: string; readonly version: string; remove(): Promise<void> }
  | { readonly missing: string }

/**
 * The program that `MORTISE_VALKEY` names, or `valkey-server` on the PATH. Debian 12 has it in its backports only: as
 * root, the packages are unpacked into a temporary folder, and the settings of apt stay as they are.
 */
export async function findValkey(): Promise<Valkey> {
  try {
    const installed = process.env["MORTISE_VALKEY"] ?? (await onPath())
    const folder = installed === undefined ? await unpacked() : ""
    const program = installed ?? join(folder, "usr/bin/valkey-server")
    const { stdout } = await run(program, ["--version"])
    const version = /v=(\S+)/.exec(stdout)?.[1] ?? "of an unknown version"
    return { program, version, remove: async () => (folder === "" ? undefined : remove(folder)) }
  } catch (error) {
    return { missing: `set MORTISE_VALKEY to the path of valkey-server (${(error as Error).message})` }
  }
}

async function onPath(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const program = join(folder, "valkey-server")
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return program
  }
  return undefined
}

/** The mirror of Debian that this machine uses. */
async function debianMirror(): Promise<string> {
  const { stdout } = await run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"])
  const mirror = stdout.split("\n").find((line) => line.endsWith("/debian/"))
  if (mirror === undefined) throw new Error("apt knows no mirror of Debian")
  return mirror
}

/** The folder into which the packages are unpacked. */
async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-valkey-"))
  // The server runs as another user.
  await chmod(folder, 0o755)
  for (const part of ["state/lists/partial", "cache/archives/partial", "sources"])
    await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, "sources/backports.sources"), backports(await debianMirror()))
  const settings = [
    `Dir::State=${folder}/state`,
    "Dir::State::status=/var/lib/dpkg/status",
    `Dir::Cache=${folder}/cache`,
    "Dir::Etc::sourcelist=/dev/null",
    `Dir::Etc::sourceparts=${folder}/sources`,
  ].flatMap((setting) => ["-o", setting])
  const apt = (...args: string[]) => run("apt-get", [...settings, ...args], { cwd: folder, timeout: 120_000 })
  await apt("update")
  // The program itself is in the package of the tools.
  await apt("download", "valkey-server", "valkey-tools")
  for (const name of await readdir(folder))
    if (name.endsWith(".deb")) await run("dpkg-deb", ["-x", name, folder], { cwd: folder })
  return folder
}
