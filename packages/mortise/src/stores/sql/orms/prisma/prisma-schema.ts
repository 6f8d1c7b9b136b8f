import type { Kind } from "../../../../contract/fields.ts"
import type { Schema } from "../../../../contract/schema.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { perClient } from "../../../../shared/per-client.ts"
import type { ReadClient } from "../../../../sql/orms/prisma/prisma-client.ts"
import { createTablesSchema } from "../tables/create-tables-schema.ts"
import type { DeclareColumn } from "../tables/managed-tables.ts"
import type { Generators } from "./prisma-defaults.ts"
import { type PrismaModelNames, readPrismaTables } from "./read-prisma-tables.ts"

/** How the schema is derived from Prisma's models, unless the option `schema` is given. */
export type PrismaSchemaOptions = {
  /** The names of your models, where they differ from User, Account, Session, VerificationToken and Authenticator. */
  readonly models?: PrismaModelNames
  /** Functions that create the values of `@default` functions that Mortise does not implement: `cuid(2)`, `ulid()`. */
  readonly generate?: Generators
  /** The option `timestampFormat` of your driver adapter for SQLite. Default: `iso8601`, as in Prisma. */
  readonly timestampFormat?: "iso8601" | "unixepoch-ms"
}

export const prismaSchemaOptionNames = ["models", "generate", "timestampFormat"]

// The configuration is the same object in a client and in its transactions.
const schemas = perClient((_configuration: object) => new Map<string, Schema | undefined>())

/** The schema of Prisma's models, the same object at every call. Returns `undefined` if there is no model for users. */
export function readPrismaSchema(
  { configuration, ...client }: ReadClient,
  engine: EngineName,
  { models = {}, generate = {}, timestampFormat }: PrismaSchemaOptions,
): Schema | undefined {
  const cache = schemas(configuration)
  const key = JSON.stringify([engine, models, Object.keys(generate), timestampFormat])
  if (!cache.has(key)) {
    const tables = readPrismaTables({
      ...client,
      engine,
      models,
      generate,
      sqliteDates: timestampFormat === "unixepoch-ms" ? "native" : "iso_offset",
    })
    cache.set(key, tables && createTablesSchema(tables, { factory: "prismaAdapter", declare }))
  }
  return cache.get(key)
}

const types: Readonly<Record<Kind, string>> = {
  text: "String",
  date: "DateTime",
  integer: "BigInt",
  number: "Float",
  boolean: "Boolean",
  json: "Json",
}

/** A column as it is written in schema.prisma. */
const declare: DeclareColumn = ({ field, column, kind, notNull }) =>
  `${field} ${types[kind]}${notNull ? "" : "?"}${column === field ? "" : ` @map(${JSON.stringify(column)})`}`
