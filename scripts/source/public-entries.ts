import { readFileSync } from "node:fs"
import { join } from "node:path"

/** One subpath of `exports` in package.json: the name that users import, the built file, and its source. */
export type PublicEntry = {
  readonly specifier: string
  readonly built: string
  readonly source: string
}

type PackageJson = {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
}

/** All subpaths that export code, in the order of package.json. */
export function publicEntries(root: string): PublicEntry[] {
  const { name, exports }: PackageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return Object.entries(exports)
    .filter(([, target]) => target.startsWith("./dist/"))
    .map(([subpath, target]) => ({
      specifier: name + subpath.slice(1),
      built: target.slice(2),
      source: target.replace("./dist/", "src/").replace(/\.js$/, ".ts"),
    }))
}
