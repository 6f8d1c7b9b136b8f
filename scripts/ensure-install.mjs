// Plain Node without dependencies: this runs on a fresh clone, before anything is installed.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL("..", import.meta.url))

/** Installs what package-lock.json pins when node_modules is missing or differs from it. */
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
 * Compares versions rather than file times, which git and npm set as they please.
 *
 * @param {string} folder
 * @returns {string | undefined} undefined when nothing has to be installed
 */
export function whyInstall(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json")
  if (!existsSync(installed)) return "node_modules is missing"
  const present = packagesOf(installed)
  for (const [path, wanted] of Object.entries(packagesOf(join(folder, "package-lock.json")))) {
    if (path === "" || wanted.link) continue
    const found = present[path]
    const left = found === undefined && (wanted.optional || wanted.devOptional)
    if (!left && found?.version !== wanted.version) return `${path} is not at ${wanted.version}`
  }
  return undefined
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
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
