import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { initOrms } from "../drivers/orms.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"

/** An ORM whose connection `init` can use. */
export type OrmName = keyof typeof initOrms

/** A module of the project that exports the database of Drizzle, or the client of Prisma. */
export type Connection = {
  readonly orm: OrmName
  /** The path of the module, with slashes. */
  readonly file: string
  readonly name: string
  readonly isDefault: boolean
  readonly text: string
}

/** Finds the module in the project, or checks the one that was given. */
export function findConnection(folder: string, orm: OrmName, given: string | undefined): Connection {
  const { title } = initOrms[orm]
  if (given !== undefined) {
    if (!existsSync(join(folder, given)))
      throw new ExitError(exitCodes.usage, "The file of --connection does not exist: check its path.")
    const found = exportIn(folder, given.replaceAll("\\", "/").replace(/^\.\//, ""), orm)
    if (found) return found
    throw new ExitError(
      exitCodes.usage,
      `The module of --connection has no export that is ${title}: export it, such as export const ${orm === "drizzle" ? "db" : "prisma"} = …`,
    )
  }
  const found = sourceFiles(folder).flatMap((file) => {
    const connection = initOrms[orm].opens.test(read(folder, file)) && exportIn(folder, file, orm)
    return connection ? [connection] : []
  })
  const usual = found.filter(({ file }) => usualPlace.test(file))
  const [only, ...others] = usual.length > 0 ? usual : found
  if (only && others.length === 0) return only
  const files = [only, ...others].flatMap((each) => (each ? [each.file] : []))
  throw new ExitError(
    exitCodes.usage,
    only
      ? `Several modules export ${title}, ${files.join(" and ")}: add --connection with one of them.`
      : `package.json has ${initOrms[orm].package}, but no module was found that exports ${title}: add --connection FILE, such as --connection src/db.ts, or --client NAME for a connection beside it.`,
  )
}

const usualPlace = /(^|\/)(db|database|drizzle|prisma)(\/(index|client|db|drizzle|prisma))?\.[cm]?[jt]s$/

const usualNames = ["db", "database", "prisma", "prismaClient", "client"]

/** The export of a module that is most likely the connection. */
function exportIn(folder: string, file: string, orm: OrmName): Connection | undefined {
  const text = read(folder, file)
  // A statement ends before the next line that is not indented.
  const statements = [...text.matchAll(/^export const (\w+)([\s\S]*?)(?=\n\w|$(?![\s\S]))/gm)]
  const opened = statements.find(([, , rest = ""]) => initOrms[orm].opens.test(rest))?.[1]
  const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = ""]) => list.split(","))
  const exported = [...statements.map(([, name = ""]) => name), ...lists.map((name) => name.trim())]
  const name = opened ?? usualNames.find((usual) => exported.includes(usual))
  const byDefault = /^export default (\w+);?\s*$/m.exec(text)?.[1]
  if (name !== undefined) return { orm, file, name, isDefault: false, text }
  return byDefault === undefined ? undefined : { orm, file, name: byDefault, isDefault: true, text }
}

const read = (folder: string, file: string): string =>
  readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n")

const otherFolders = new Set(["node_modules", "dist", "build", "out", "coverage", "generated", "migrations"])
const sourceFile = /(?<!\.(test|spec|config|d))\.[cm]?[jt]s$/

/** The modules of a project, in the order of their paths. */
function sourceFiles(folder: string, below = "", left = { files: 5_000 }): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    if (left.files <= 0 || entry.name.startsWith(".")) return []
    if (entry.isDirectory()) return otherFolders.has(entry.name) ? [] : sourceFiles(folder, path, left)
    if (!entry.isFile() || !sourceFile.test(entry.name)) return []
    left.files -= 1
    return [path]
  })
}
