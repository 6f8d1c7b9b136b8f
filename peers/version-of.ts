import { readFileSync } from "node:fs"

/** The installed version of a package, even if the package does not export its package.json. */
export function versionOf(name: string): string {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url)
  const manifest: { version: string } = JSON.parse(readFileSync(file, "utf8"))
  return manifest.version
}
