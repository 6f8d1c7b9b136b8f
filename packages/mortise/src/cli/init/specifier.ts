import { posix } from "node:path"
import { readTsconfig } from "./source-files.ts"

type Import = {
  readonly from: string
  readonly to: string
  /** The end of paths, if they have one. */
  readonly end: string
  readonly withAlias: boolean
}

/** How a module imports another one of the project: through an alias of tsconfig if there is one, else by its path. */
export function buildSpecifier(folder: string, { from, to, end, withAlias }: Import): string {
  const short = toImportPath(to, end)
  const alias = withAlias ? aliases(folder).find(({ target }) => short.startsWith(target)) : undefined
  if (alias) return alias.name + short.slice(alias.target.length)
  const relative = posix.relative(posix.dirname(from), short)
  return relative.startsWith(".") ? relative : `./${relative}`
}

/** Compilers other than Node's read the name that a module has after compilation. */
function toImportPath(path: string, end: string): string {
  if (end === ".ts") return path
  return end === "" ? path.replace(/(\/index)?\.[jt]s$/, "") : path.replace(/\.([cm]?)ts$/, ".$1js")
}

type Alias = { readonly name: string; readonly target: string }

/** `{ "@/*": ["./src/*"] }` as the starts of both paths. */
function aliases(folder: string): Alias[] {
  const text = readTsconfig(folder)
  const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? "."
  const paths = /"paths"\s*:\s*\{([^}]*)\}/.exec(text)?.[1] ?? ""
  return [...paths.matchAll(/"([^"*]+)\*"\s*:\s*\[\s*"([^"*]*)\*"/g)].map(([, name = "", target = ""]) => {
    const joined = posix.join(base, target)
    return { name, target: joined === "./" || joined === "." ? "" : joined }
  })
}
