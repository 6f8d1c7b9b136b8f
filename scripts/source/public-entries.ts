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
  /** Absent in a private package. */
  readonly exports?: Readonly<Record<string, string>>
}

const read = (folder: string): PackageJson => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The name in the package.json of a folder. */
export const packageName = (folder: string): string => read(folder).name

/** All subpaths of a package that export code, in the order of package.json. Paths are relative to its folder. */
export function publicEntries(folder: string): PublicEntry[] {
  const { name, exports = {} } = read(folder)
  return Object.entries(exports)
    .filter(([, target]) => target.startsWith("./dist/"))
    .map(([subpath, target]) => ({
      subpath,
      specifier: name + subpath.slice(1),
      built: target.slice(2),
      source: target.replace("./dist/", "src/").replace(/\.js$/, ".ts"),
    }))
}
