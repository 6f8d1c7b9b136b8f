import { MortiseError } from "../../../../contract/errors.ts"
import type { DateStorage } from "../../../../contract/fields.ts"
import { type ContractModelName, type ModelName, models } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn, OrmTable } from "../../../../sql/orms/orm-table.ts"
import type { ReadClient } from "../../../../sql/orms/prisma/prisma-client.ts"
import {
  type PrismaField,
  type PrismaModel,
  type PrismaModels,
  readModels,
} from "../../../../sql/orms/prisma/prisma-schema-text.ts"
import { isScalar, sqlType } from "../../../../sql/orms/prisma/prisma-types.ts"
import { readColumnName, readTablePlace } from "../../../../sql/orms/prisma/read-model-names.ts"
import {
  type ByModel,
  findByModel,
  mapByModel,
  type OrmTables,
  toOfficialName,
} from "../tables/orm-tables.ts"
import { type Generators, readFilling } from "./prisma-defaults.ts"
import { findMissingInModels } from "./prisma-guarantees.ts"

/** The names of Prisma's models by the contract's models. */
export type PrismaModelNames = Readonly<Partial<Record<ContractModelName, string>>>

export type PrismaSource = Pick<ReadClient, "schemaText" | "databaseSchema" | "omit"> & {
  readonly engine: EngineName
  readonly models: PrismaModelNames
  readonly generate: Generators
  /** How the driver adapter stores dates on SQLite. */
  readonly sqliteDates: DateStorage
}

/** The names in the documentation of @auth/prisma-adapter, which has no slots. */
const { slot: _, ...officialNames } = findByModel(toOfficialName)

/** The models of Prisma that an adapter uses. */
export const prismaModelNames = (models: PrismaModelNames = {}): string[] =>
  Object.values({ ...officialNames, ...models })

/** The tables of Prisma's models. Returns `undefined` if there is no model for users. */
export function readPrismaTables(source: PrismaSource): OrmTables | undefined {
  const read = readModels(source.schemaText)
  const names: ByModel<string> = { ...officialNames, ...source.models }
  const find = (name: string | undefined) => read.models.find((model) => model.name === name)
  for (const [model, name] of Object.entries(source.models))
    if (!find(name)) throw unknownModel(model, name, read)
  if (!find(names.user)) return undefined
  const prismaModels = findByModel((name) => find(names[name]))
  return {
    orm: "Prisma",
    engine: source.engine,
    tables: mapByModel(prismaModels, (model, name) => toTable(source, read, name, model)),
    missingGuarantees: findMissingInModels(prismaModels, source.engine, read.hasForeignKeys),
  }
}

const unknownModel = (model: string, name: string, read: PrismaModels): MortiseError =>
  new MortiseError(
    "invalid",
    `The option models names ${name} for ${model}, but schema.prisma has no such model. It has ${read.models.map((prismaModel) => prismaModel.name).join(", ")}.`,
  )

function toTable(source: PrismaSource, read: PrismaModels, name: ModelName, model: PrismaModel): OrmTable {
  const omitted = source.omit[model.name.charAt(0).toLowerCase() + model.name.slice(1)] ?? {}
  const columns = model.fields.flatMap((field): OrmColumn[] => {
    const enumType = read.enums.find((candidate) => candidate.name === field.type)
    if (!isScalar(field) && !enumType) return []
    const column = toColumn(source, model, field)
    const isFilled = !column.notNull || column.hasDefault
    const isExtra = !Object.hasOwn(models[name].fields, field.name)
    if (isExtra && isFilled && (enumType?.isMapped || omitted[field.name])) return []
    return [enumType?.isMapped ? { ...column, refusal: mappedEnum(enumType.name) } : column]
  })
  return { ...readTablePlace(model, source.databaseSchema), columns }
}

const mappedEnum = (name: string): string =>
  `the database has other names for values of the enum ${name} (@map). Give the field a default, or make it optional.`

function toColumn(source: PrismaSource, model: PrismaModel, field: PrismaField): OrmColumn {
  const { engine, generate, sqliteDates } = source
  return {
    property: field.name,
    column: readColumnName(field),
    type: sqlType(field, engine),
    stored: engine === "sqlite" && field.type === "DateTime" ? sqliteDates : undefined,
    // A list without a value is stored as null.
    notNull: !field.isOptional && !field.isList,
    ...readFilling(model.name, field, generate),
  }
}
