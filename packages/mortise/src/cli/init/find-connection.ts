import { existsSync } from "node:fs"
import { join } from "node:path"
import { initOrms } from "../drivers/orms.ts"
import { usageError } from "../program/exit-code.ts"
import { readText, sourceFiles } from "./source-files.ts"

/** An ORM whose connection `init` can use. */
export type OrmName = keyof typeof initOrms

/** A module of the project that exports the connection of its ORM. */
export type Connection = {
  readonly orm: OrmName
  /** The path of the module, with slashes. */
  readonly file: string
  readonly name: string
  readonly isDefault: boolean
  readonly text: string
}

/** Finds the module in the project, or checks the one that was given. */
export function findConnection(folder: string, orm: OrmName, path: string | undefined): Connection {
  const { title } = initOrms[orm]
  if (path !== undefined) {
    if (!existsSync(join(folder, path)))
      throw usageError("The file of --connection does not exist: check its path.")
    const connection = exportIn(folder, path.replaceAll("\\", "/").replace(/^\.\//, ""), orm)
    if (connection) return connection
    throw usageError(
      `The module of --connection has no export that is ${title}: export it, such as export const ${orm === "prisma" ? "prisma" : "db"} = …`,
    )
  }
  const connections = sourceFiles(folder).flatMap((file) => {
    const connection = initOrms[orm].opens.test(readText(folder, file)) && exportIn(folder, file, orm)
    return connection ? [connection] : []
  })
  const usual = connections.filter(({ file }) => usualPlace.test(file))
  const [only, ...others] = usual.length > 0 ? usual : connections
  if (only && others.length === 0) return only
  const files = [only, ...others].flatMap((connection) => (connection ? [connection.file] : []))
  throw usageError(
    only
      ? `Several modules export ${title}, ${files.join(" and ")}: add --connection with one of them.`
      : `package.json has ${initOrms[orm].package}, but no module was found that exports ${title}: add --connection FILE, such as --connection src/db.ts, or --client NAME for a connection beside it.`,
  )
}

const places = "db|database|drizzle|prisma|kysely|knex|sequelize|data-source|orm|mikro-orm"
const usualPlace = new RegExp(`(^|/)(${places})(/(index|client|${places}))?\\.[cm]?[jt]s$`)

const usualNames = [
  ...["db", "database", "prisma", "prismaClient", "client"],
  ...["kysely", "knex", "sequelize", "dataSource", "AppDataSource", "orm"],
]

/** The export of a module that is most likely the connection. */
function exportIn(folder: string, file: string, orm: OrmName): Connection | undefined {
  const text = readText(folder, file)
  // A statement ends before the next line that is not indented.
  const statements = [
    ...text.matchAll(/^(?:export const |(?:module\.)?exports\.)(\w+)([\s\S]*?)(?=\n\w|$(?![\s\S]))/gm),
  ]
  const opened = statements.find(([, , rest = ""]) => initOrms[orm].opens.test(rest))?.[1]
  const lists = [...text.matchAll(/^(?:export|module\.exports =) \{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list.split(","),
  )
  const exported = [...statements.map(([, name = ""]) => name), ...lists.map((name) => name.trim())]
  const name = opened ?? usualNames.find((usual) => exported.includes(usual))
  if (name !== undefined) return { orm, file, name, isDefault: false, text }
  const byDefault = /^(?:export default|module\.exports =) (.+)/m.exec(text)?.[1] ?? ""
  const exportedName = /^(\w+);?\s*$/.exec(byDefault)?.[1]
  if (exportedName === undefined && !initOrms[orm].opens.test(byDefault)) return undefined
  return { orm, file, name: exportedName ?? "db", isDefault: true, text }
}
