import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Family } from "./hosts.ts"

/** Which version of a family the tests run with, and the newest one that is published. */
export type Installed = {
  readonly packages: readonly string[]
  readonly pinned: string
  readonly version: string
  readonly newest: string
}

/** Some versions need packages that a registry lacks, so older ones are tried after the newest. */
const maxTries = 20

/** Installs the newest version of a family that npm can install. Throws if none can be installed. */
export function installNewest(checkout: string, { folder, packages, tag }: Family): Installed {
  const cwd = join(checkout, folder)
  const [first = ""] = packages
  const versions = listVersions(cwd, first, tag)
  const pinned = readPinned(cwd, first)
  const [newest = pinned] = versions
  for (const version of versions.slice(0, maxTries)) {
    if (version === pinned) return { packages, pinned, version, newest }
    const exact = packages.map((name) => `${name}@${version}`)
    const { status } = runNpm(cwd, ["install", "--save-exact", "--legacy-peer-deps", "--no-audit", ...exact])
    if (status === 0) return { packages, pinned, version, newest }
  }
  throw new Error(`None of the newest ${maxTries} versions of ${first} can be installed.`)
}

/** The published versions, newest first: without pre-releases, or only those of a tag, such as rc. */
function listVersions(cwd: string, name: string, tag: string | undefined): string[] {
  const { status, stdout, stderr } = runNpm(cwd, ["view", name, "versions", "--json"])
  if (status !== 0) throw new Error(`npm lists no version of ${name}: ${stderr.trim()}`)
  const versions: string[] = JSON.parse(stdout)
  return versions.filter((version) => (tag ? version.includes(`-${tag}`) : !version.includes("-"))).reverse()
}

function readPinned(cwd: string, name: string): string {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))
  return { ...dependencies, ...devDependencies }[name]
}

const runNpm = (cwd: string, args: readonly string[]) =>
  spawnSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" })
