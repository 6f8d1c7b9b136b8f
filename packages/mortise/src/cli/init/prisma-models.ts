import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { configurationError, usageError } from "../program/exit-code.ts"
import type { OrmTables } from "./orm-tables.ts"
import { listFiles, readText } from "./source-files.ts"

const engines: Readonly<Record<string, "postgres" | "mysql" | "sqlite">> = {
  postgresql: "postgres",
  postgres: "postgres",
  mysql: "mysql",
  sqlite: "sqlite",
}

const models = ["User", "Account", "Session", "VerificationToken", "Authenticator", "Slot"]

/** Where the models are added to the schema of Prisma. */
export function prismaModels(folder: string): OrmTables {
  const place = findSchema(folder)
  const isFolder = statSync(join(folder, place)).isDirectory()
  const file = isFolder ? `${place}/auth.prisma` : place
  const others = isFolder ? listFiles(folder, place, /\.prisma$/).filter((path) => path !== file) : [place]
  const text = others.map((path) => readText(folder, path)).join("\n")
  const engine = readEngine(text)
  const countModels = (start: string) =>
    models.filter((name) => new RegExp(`^model ${start}${name}\\b`, "m").test(text)).length
  const isDone = countModels("") === models.length || countModels("Auth") === models.length
  const isTaken = countModels("Auth") > 0 || (countModels("") > 0 && countModels("") < models.length)
  const hasMigrations = existsSync(join(folder, isFolder ? place : join(place, ".."), "migrations"))
  return {
    engine,
    prefix: isTaken ? "auth_" : "",
    file,
    isAppended: !isFolder,
    isDone,
    toText: (generated) =>
      isTaken ? generated.replaceAll(new RegExp(`\\b(${models.join("|")})\\b`, "g"), "Auth$1") : generated,
    tool: [hasMigrations ? "prisma migrate dev --name auth" : "prisma db push", "prisma generate"],
    notes: [],
  }
}

/** The file or the folder of the schema. */
function findSchema(folder: string): string {
  const configured = ["prisma.config.ts", "prisma.config.js", "prisma.config.mjs", "package.json"].flatMap(
    (file) => {
      const text = readText(folder, file)
      const [, path] =
        (file === "package.json"
          ? /"prisma"\s*:\s*\{[^}]*"schema"\s*:\s*"([^"]+)"/
          : /\bschema:\s*["'`]([^"'`]+)["'`]/
        ).exec(text) ?? []
      return path === undefined ? [] : [path.replace(/^\.\/|\/$/g, "")]
    },
  )
  const schemaPath = [...configured, "prisma/schema.prisma", "schema.prisma", "prisma/schema"].find((path) =>
    existsSync(join(folder, path)),
  )
  if (schemaPath !== undefined) return schemaPath
  throw configurationError(
    "package.json has @prisma/client, but there is no prisma/schema.prisma: run npx prisma init first, or add --client NAME for a connection beside it.",
  )
}

function readEngine(text: string) {
  const provider = /datasource\s+\w+\s*\{[^}]*?provider\s*=\s*"(\w+)"/.exec(text)?.[1] ?? ""
  const engine = engines[provider]
  if (engine !== undefined) return engine
  throw usageError(
    "The schema of Prisma names no provider that Mortise supports: use postgresql, mysql or sqlite, or add --client NAME for a connection beside it.",
  )
}
