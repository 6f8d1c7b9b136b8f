import { createRequire } from "node:module"
import { generatePrismaSchema } from "auth/api"
import type { DBAdapter } from "better-auth"
import { generateClient } from "../../prisma/generate-client.ts"
import { peerOptions } from "../peer-options.ts"

type Provider = "sqlite" | "postgresql"
type Client = { $disconnect(): Promise<void> }
type Generated = { PrismaClient: new (options: { adapter: object }) => Client }

type Field = {
  readonly name: string
  readonly kind: string
  readonly type: string
  readonly isList: boolean
  readonly isRequired: boolean
  readonly isUnique: boolean
  readonly isId: boolean
  readonly relationFromFields?: readonly string[]
  readonly relationOnDelete?: string
}
type Model = { readonly name: string; readonly dbName: string | null; readonly fields: readonly Field[] }

/** Prisma's own column types. */
const columnTypes: Record<Provider, Record<string, string>> = {
  sqlite: { String: "TEXT", Boolean: "BOOLEAN", Int: "INTEGER", BigInt: "BIGINT", DateTime: "DATETIME" },
  postgresql: {
    String: "TEXT",
    Boolean: "BOOLEAN",
    Int: "INTEGER",
    BigInt: "BIGINT",
    DateTime: "TIMESTAMP(3)",
    Json: "JSONB",
  },
}

/**
 * The client of the models that `npx auth generate` writes, and the statements of their tables. They are written here,
 * because Prisma's migrations need an engine that is not on npm.
 */
export async function prismaTables(provider: Provider) {
  const datamodel = await modelsOf(provider)
  const require = createRequire(import.meta.url)
  const generator = require("@prisma/client-generator-js")
  const dmmf: { datamodel: { models: Model[] } } = await generator.getDMMF({ datamodel })
  const client = await generateClient({ datamodel, from: import.meta.url, folder: `better-auth-${provider}` })
  const { PrismaClient }: Generated = require(client)
  const { models } = dmmf.datamodel
  return { PrismaClient, statements: models.map((model) => createTable(model, models, provider)) }
}

async function modelsOf(provider: Provider): Promise<string> {
  const adapter = { options: { provider } } as unknown as DBAdapter
  const { code = "" } = await generatePrismaSchema({ adapter, options: peerOptions, file: "absent.prisma" })
  // An optional list of numbers becomes a required text, which no row without it could be stored in.
  return code.replace(/^(\s+levels\s+String)\s*$/m, "$1?").replace(/^\s*url\s*=.*$/m, "")
}

const tableOf = ({ name, dbName }: Model): string => dbName ?? name

function createTable(model: Model, models: readonly Model[], provider: Provider): string {
  const columns = model.fields.filter(({ kind }) => kind !== "object").map((field) => column(field, provider))
  const keys = model.fields.flatMap(({ type, relationFromFields = [], relationOnDelete = "NO ACTION" }) => {
    const target = models.find(({ name }) => name === type)
    return relationFromFields.map(
      (from) =>
        `FOREIGN KEY ("${from}") REFERENCES "${target && tableOf(target)}" ("id") ON DELETE ${relationOnDelete}`,
    )
  })
  return `CREATE TABLE "${tableOf(model)}" (${[...columns, ...keys].join(", ")})`
}

function column({ name, type, isList, isRequired, isUnique, isId }: Field, provider: Provider): string {
  const parts = [`"${name}"`, `${columnTypes[provider][type]}${isList ? "[]" : ""}`]
  if (isRequired && !isList) parts.push("NOT NULL")
  if (isId) parts.push("PRIMARY KEY")
  if (isUnique) parts.push("UNIQUE")
  return parts.join(" ")
}
