import { execFile } from "node:child_process"
import { access } from "node:fs/promises"
import { promisify } from "node:util"

const run = promisify(execFile)
const installed = "/usr/bin/chromium"
const help =
  "Passkey flows need Chromium. On Debian, run `apt-get install chromium` as root; elsewhere, set MORTISE_CHROMIUM to the path of a Chromium or Chrome binary."

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The path of Chromium: the one in MORTISE_CHROMIUM, or the Debian package, which is installed if it is missing. */
export async function chromiumBinary(): Promise<string> {
  const named = process.env.MORTISE_CHROMIUM
  if (named) {
    if (await exists(named)) return named
    throw new Error(`MORTISE_CHROMIUM is the path of a file that does not exist. ${help}`)
  }
  if (await exists(installed)) return installed
  if (process.getuid?.() !== 0 || !(await exists("/etc/debian_version"))) throw new Error(help)
  await installOnDebian()
  return installed
}

async function installOnDebian(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  // Waits for the lock, because another test file may be installing at the same time.
  const apt = (...args: string[]) =>
    run("apt-get", ["-o", "DPkg::Lock::Timeout=300", "-y", ...args], { env, maxBuffer: 1e8 })
  try {
    await apt("update")
    await apt("install", "--no-install-recommends", "chromium")
  } catch (cause) {
    throw new Error(`Chromium could not be installed. ${help}`, { cause })
  }
}
