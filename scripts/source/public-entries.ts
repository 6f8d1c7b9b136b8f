import { readFileSync } from "node:fs"
import { join } from "node:path"

/** One subpath of `exports` in package.json: the name that users import, the built file, and its source. */
export type PublicEntry = {
  readonly subpath: string
  readonly specifier: string
  readonly built: string
  readonly source: string
}

type PackageJson = {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
}

/** All subpaths of a package that export code, in the order of package.json. Paths are relative to its folder. */
export function publicEntries(folder: string): PublicEntry[] {
  const { name, exports }: PackageJson = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return Object.entries(exports)
    .filter(([, target]) => target.startsWith("./dist/"))
    .map(([subpath, target]) => ({
      subpath,
      specifier: name + subpath.slice(1),
      built: target.slice(2),
      source: target.replace("./dist/", "src/").replace(/\.js$/, ".ts"),
    }))
}
