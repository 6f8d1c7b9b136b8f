import { readFileSync } from "node:fs"

/** The version of a package installed beside a module, even if the package does not export its package.json. */
export function versionOf(name: string, beside = import.meta.url): string {
  const file = new URL(`node_modules/${name}/package.json`, beside)
  const manifest: { version: string } = JSON.parse(readFileSync(file, "utf8"))
  return manifest.version
}
