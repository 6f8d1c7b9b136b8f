import type { ExtraFields, Schema } from "../../../contract/schema.ts"
import { throwInvalid } from "../../../contract/throw-invalid.ts"
import { schemaFor } from "../../../schema/define-schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { dialectIn } from "../../../sql/engines/postgres/in-pg-schema.ts"
import { createTableTexts } from "../../../sql/tables/create-table.ts"
import { toModelTables } from "../compile/tables.ts"
import { drizzleText } from "./drizzle.ts"
import { engines } from "./engines.ts"
import { type EntityTable, toEntityTables } from "./entity-table.ts"
import { kyselyText } from "./kysely.ts"
import { prismaText } from "./prisma.ts"
import { typeormText } from "./typeorm.ts"

/** What `generate` can write. */
export type GenerateTarget = "drizzle" | "prisma" | "kysely" | "typeorm" | "sql"

type ToText = (tables: readonly EntityTable[], engine: EngineName) => string

const ormTexts: Readonly<Record<Exclude<GenerateTarget, "sql">, ToText>> = {
  drizzle: drizzleText,
  prisma: prismaText,
  kysely: kyselyText,
  typeorm: typeormText,
}

/** The options of `generate`. */
export type GenerateOptions = {
  /** The database's engine. MariaDB uses MySQL's tables. */
  readonly engine: "postgres" | "mysql" | "sqlite"
}

/**
 * Writes a schema's tables, as `migrate` creates them: as a Drizzle schema, Prisma models, Kysely types, TypeORM
 * entities, or SQL. The ORM's migration tool then finds no difference from the database.
 *
 * @example
 * ```ts
 * import { defineSchema, text } from "mortise"
 * import { generate } from "mortise/generate"
 *
 * const schema = defineSchema({ user: { fields: { role: text({ default: "member" }) } } })
 * console.log(generate(schema, "drizzle", { engine: "postgres" }))
 * ```
 */
export function generate<X extends ExtraFields = object>(
  schema: Schema<X>,
  target: GenerateTarget,
  { engine }: GenerateOptions,
): string {
  checkName("the target", target, [...Object.keys(ormTexts), "sql"])
  checkName("the option engine", engine, Object.keys(engines))
  if (target === "sql") return sqlText(schema, engine)
  return ormTexts[target](toEntityTables(schema, engine), engine)
}

function checkName(what: string, name: string, allowedNames: readonly string[]): void {
  if (!allowedNames.includes(name))
    throwInvalid(`generate does not know ${what} that it was given: use ${allowedNames.join(", ")}.`)
}

/** The statements that create the tables, as `migrate` sends them. */
function sqlText(schema: Schema, engine: EngineName): string {
  const { literal, dialect: plain } = engines[engine]
  const { pgSchema, ...engineSchema } = schemaFor(schema, engine)
  const dialect = pgSchema === undefined ? plain : dialectIn(plain, pgSchema)
  const create = pgSchema === undefined ? [] : [[`CREATE SCHEMA IF NOT EXISTS ${plain.quote(pgSchema)}`]]
  const tables = toModelTables(engineSchema, dialect).map((spec) => createTableTexts(spec, dialect, literal))
  return [...create, ...tables].map((texts) => texts.map((text) => `${text};\n`).join("")).join("\n")
}
