import { execFile } from "node:child_process"
import { access, constants } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** A program that a test needs, and how to install it. */
export type Binary = {
  readonly name: string
  /** Further folders to search after the PATH. */
  readonly folders?: readonly string[]
  /** The Debian package that contains it. */
  readonly debian: string
  /** The environment variable that names a running server instead. */
  readonly variable?: string
}

/** The path of a program. On Debian, as root, a missing program is installed first. */
export async function findBinary(binary: Binary): Promise<string> {
  const found = await look(binary)
  if (found) return found
  if (process.getuid?.() === 0 && (await isThere("/etc/debian_version"))) {
    await installOnDebian(binary)
    const installed = await look(binary)
    if (installed) return installed
  }
  throw new Error(help(binary))
}

async function look({ name, folders = [] }: Binary): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", ...folders])
    if (await isThere(join(folder, name), constants.X_OK)) return join(folder, name)
  return undefined
}

const isThere = (path: string, mode?: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  )

async function installOnDebian(binary: Binary): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  // Another test file may be installing at the same time, so this waits for its lock.
  const apt = (...args: string[]) =>
    run("apt-get", ["-o", "DPkg::Lock::Timeout=300", "-y", ...args], { env, maxBuffer: 1e8 })
  try {
    await apt("update")
    await apt("install", "--no-install-recommends", binary.debian)
  } catch (cause) {
    throw new Error(`${binary.debian} could not be installed. ${help(binary)}`, { cause })
  }
}

const help = ({ name, debian, variable }: Binary): string =>
  `These tests need ${name}. On Debian, run \`apt-get install ${debian}\` as root (tests that run as root do it ` +
  `themselves); elsewhere, put it on the PATH${variable ? `, or set ${variable} to the URL of a server that may be written to` : ""}.`
