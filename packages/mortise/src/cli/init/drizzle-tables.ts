import { existsSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { usageError } from "../program/exit-code.ts"
import type { Connection } from "./find-connection.ts"
import type { OrmTables } from "./orm-tables.ts"
import { listFiles, readText } from "./source-files.ts"

const engines: Readonly<Record<string, "postgres" | "mysql" | "sqlite">> = {
  "node-postgres": "postgres",
  "postgres-js": "postgres",
  pglite: "postgres",
  mysql2: "mysql",
  libsql: "sqlite",
  "better-sqlite3": "sqlite",
}

const names = ["users", "accounts", "sessions", "verificationTokens", "authenticators", "slots"]
const tableNames = names.map((name) => name.replace("T", "_t"))

/** Where the tables are added to the schema of Drizzle. Without a configuration of drizzle-kit, `migrate` creates them. */
export function drizzleTables(
  folder: string,
  connection: Connection,
  extension: string,
  pgSchema: string | undefined,
): OrmTables | undefined {
  const engine = readEngine(connection)
  if (pgSchema !== undefined && engine !== undefined && engine !== "postgres")
    throw usageError(`--pg-schema works on PostgreSQL only, and ${connection.file} opens another database.`)
  const config = ["ts", "mts", "js", "mjs"]
    .map((end) => `drizzle.config.${end}`)
    .find((file) => existsSync(join(folder, file)))
  if (config === undefined || engine === undefined) return undefined
  const text = readText(folder, config)
  const setting = (name: string) => new RegExp(`\\b${name}:\\s*["'\`]([^"'\`]+)["'\`]`).exec(text)?.[1]
  const schema = setting("schema")?.replace(/^\.\//, "")
  const place = schema === undefined ? undefined : findSchema(folder, schema)
  const target = `${place?.folder ?? posix.dirname(connection.file)}/auth-schema.ts`.replace(/^\.\//, "")
  const others = (place?.files ?? []).filter((file) => file !== target)
  const isTaken = others.some((file) => hasTables(readText(folder, file)))
  const hasMigrations = existsSync(join(folder, setting("out") ?? "drizzle", "meta/_journal.json"))
  return {
    engine,
    prefix: isTaken ? "auth_" : "",
    file: target,
    isAppended: false,
    toText: (generated) => generated,
    ...(place?.module !== undefined && {
      line: { file: place.module, text: exportLine(isTaken, extension, pgSchema) },
    }),
    // drizzle-kit says nothing if the server refuses the password; status says what to check.
    tool: [
      "mortise status",
      ...(hasMigrations ? ["drizzle-kit generate", "drizzle-kit migrate"] : ["drizzle-kit push"]),
    ],
    notes: [
      ...(place ? [] : [`Add ./${target} to \`schema\` in ${config}: drizzle-kit then creates its tables.`]),
      ...(pgSchema === undefined
        ? []
        : [
            `Add ${JSON.stringify(pgSchema)} to \`schemaFilter\` in ${config}, which is ["public"] if it is absent.`,
          ]),
    ],
  }
}

function readEngine({ file, text }: Connection) {
  const driver = /from\s+["']drizzle-orm\/([\w-]+)(?:\/[\w-]+)?["']/.exec(
    text.replace(/from\s+["']drizzle-orm\/\w+-core["']/g, ""),
  )?.[1]
  if (driver === undefined || engines[driver]) return engines[driver ?? ""]
  throw usageError(
    `${file} imports drizzle-orm/${driver}, which Mortise does not support: use ${Object.keys(engines).join(", ")}, or add --client NAME for a connection beside it.`,
  )
}

/** Where the schema is: one module, or a folder of modules, which may be written as a pattern. */
function findSchema(folder: string, schema: string) {
  const isDirectory = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory()
  const path = schema.replace(/(\/\*\*)?(\/\*(\.ts)?)?\/?$/, "")
  if (isDirectory(path))
    return { folder: path, files: listFiles(folder, path, /\.[cm]?[jt]s$/), module: undefined }
  if (!existsSync(join(folder, path))) return undefined
  return { folder: posix.dirname(path), files: [path], module: path }
}

/** Whether a schema uses one of the names already, for an export or for a table. */
function hasTables(text: string): boolean {
  const ofExport = new RegExp(`export const (${names.join("|")})\\b`)
  const ofTable = new RegExp(`\\w+\\(\\s*["'\`](${tableNames.join("|")})["'\`]`)
  return ofExport.test(text) || ofTable.test(text)
}

/** The names of the module that exports the line win over those of `export *`, so they are then changed. */
function exportLine(isTaken: boolean, extension: string, pgSchema: string | undefined): string {
  const schemaExports = pgSchema === undefined || pgSchema === "public" ? [] : ["authSchema"]
  const renamed = names.map((name) => `${name} as auth${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  return `export ${isTaken ? `{ ${[...schemaExports, ...renamed].join(", ")} }` : "*"} from "./auth-schema${extension}"\n`
}
