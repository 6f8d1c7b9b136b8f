import { existsSync, readFileSync } from "node:fs"

/** The version of a package that a module in a folder imports, even if the package does not export its package.json. */
export const versionOf = (name: string, folder: URL): string => manifestOf(name, folder).version

type Manifest = { readonly version: string; readonly peerDependencies?: Readonly<Record<string, string>> }

/** The package.json of a package that a module in a folder imports. */
export function manifestOf(name: string, folder: URL): Manifest {
  const file = new URL(`node_modules/${name}/package.json`, folder)
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"))
  const above = new URL("..", folder)
  if (above.href === folder.href) throw new Error(`The package ${name} is not installed.`)
  return manifestOf(name, above)
}
