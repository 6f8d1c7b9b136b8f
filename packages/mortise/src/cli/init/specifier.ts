import { existsSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

type Import = {
  readonly from: string
  readonly to: string
  readonly withExtension: boolean
  readonly withAlias: boolean
}

/** How a module imports another one of the project: through an alias of tsconfig if there is one, else by its path. */
export function specifierOf(folder: string, { from, to, withExtension, withAlias }: Import): string {
  const short = withExtension ? to : to.replace(/(\/index)?\.[jt]s$/, "")
  const alias = withAlias ? aliases(folder).find(({ target }) => short.startsWith(target)) : undefined
  if (alias) return alias.name + short.slice(alias.target.length)
  const relative = posix.relative(posix.dirname(from), short)
  return relative.startsWith(".") ? relative : `./${relative}`
}

type Alias = { readonly name: string; readonly target: string }

/** `{ "@/*": ["./src/*"] }` as the starts of both paths. */
function aliases(folder: string): Alias[] {
  const file = join(folder, "tsconfig.json")
  if (!existsSync(file)) return []
  // The file may contain comments. Two lists at most are needed of it.
  const text = readFileSync(file, "utf8").replace(/^\s*\/\/.*$|\/\*[^*"]*\*\/(?!")/gm, "")
  const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? "."
  const paths = /"paths"\s*:\s*\{([^}]*)\}/.exec(text)?.[1] ?? ""
  return [...paths.matchAll(/"([^"*]+)\*"\s*:\s*\[\s*"([^"*]*)\*"/g)].map(([, name = "", target = ""]) => {
    const joined = posix.join(base, target)
    return { name, target: joined === "./" || joined === "." ? "" : joined }
  })
}
