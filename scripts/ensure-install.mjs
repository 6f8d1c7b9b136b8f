// Uses no dependencies: this file runs on a fresh clone, before `npm ci`.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of package.json. */
export const root = fileURLToPath(new URL("..", import.meta.url))

/** Runs `npm ci` if node_modules is missing or differs from package-lock.json. */
export function ensureInstall() {
  requireNode()
  const reason = whyInstall(root)
  if (reason === undefined) return
  console.log(`Installing dependencies (${reason}); this takes about half a minute the first time …`)
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  })
  if (npm.status === 0) return
  console.error(
    "npm ci failed. Its output is above; check the network and the registry, then run this again.",
  )
  process.exit(1)
}

/**
 * Why an install is needed. Compares versions, not file times: git and npm do not preserve those.
 *
 * @param {string} folder
 * @returns {string | undefined} undefined if node_modules is up to date
 */
export function whyInstall(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json")
  if (!existsSync(installed)) return "node_modules is missing"
  const present = readPackages(installed)
  for (const [path, wanted] of Object.entries(readPackages(join(folder, "package-lock.json")))) {
    if (path === "" || wanted.link) continue
    const installedPackage = present[path]
    const isSkipped = installedPackage === undefined && (wanted.optional || wanted.devOptional)
    if (!isSkipped && installedPackage?.version !== wanted.version)
      return `${path} is not at ${wanted.version}`
  }
  return undefined
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `Mortise needs Node 20.19 or newer; this is ${process.version}. Install a newer Node and run this again.`,
  )
  process.exit(1)
}
