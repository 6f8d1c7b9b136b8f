import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type PublicEntry, packageName, publicEntries } from "../source/public-entries.ts"
import { type ImportSite, readImports } from "../source/read-imports.ts"
import { sourceFiles } from "../source/source-files.ts"

/** A package of the workspace, by the name of its folder in packages. */
export type WorkspacePackage = {
  readonly folder: string
  readonly name: string
  readonly entries: readonly PublicEntry[]
}

/** An import, with what it leads to in the workspace. Both are undefined for other packages and built-in modules. */
export type Edge = ImportSite & {
  /** The imported file, relative to packages. Undefined if a package has no public entry of that name. */
  readonly target: string | undefined
  /** The folder of the imported package in packages. */
  readonly package: string | undefined
}

/** The imports of every file of packages, by the path of the file relative to packages. A style sheet has none. */
export type SourceGraph = ReadonlyMap<string, readonly Edge[]>

/** The packages of a repository. */
export function readPackages(root: string): WorkspacePackage[] {
  return readdirSync(join(root, "packages"))
    .map((folder) => ({ folder, path: join(root, "packages", folder) }))
    .filter(({ path }) => existsSync(join(path, "package.json")))
    .map(({ folder, path }) => ({ folder, name: packageName(path), entries: publicEntries(path) }))
}

export function readSourceGraph(root: string, packages: readonly WorkspacePackage[]): SourceGraph {
  const home = join(root, "packages").replaceAll("\\", "/")
  const filesEndingIn = (ending: string) =>
    packages
      .flatMap(({ folder }) => sourceFiles(join(home, folder, "src"), ending))
      .map((file) => posix.relative(home, file))
  const readEdges = (file: string): Edge[] =>
    readImports(file, readFileSync(join(home, file), "utf8")).map((site) => ({
      ...site,
      ...leadsTo(file, site, packages),
    }))
  return new Map<string, readonly Edge[]>([
    ...[".ts", ".tsx"].flatMap(filesEndingIn).map((file) => [file, readEdges(file)] as const),
    ...filesEndingIn(".css").map((file) => [file, []] as const),
  ])
}

/** The folder of the package that contains a file. */
export const toPackageFolder = (file: string): string => file.split("/", 1)[0] ?? file

function leadsTo(
  file: string,
  { specifier = "" }: ImportSite,
  packages: readonly WorkspacePackage[],
): Pick<Edge, "target" | "package"> {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file), specifier)
    return { target, package: toPackageFolder(target) }
  }
  const named = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  const entry = named?.entries.find((candidate) => candidate.specifier === specifier)
  return { target: named && entry && posix.join(named.folder, entry.source), package: named?.folder }
}
