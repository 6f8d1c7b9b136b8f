import { MortiseError } from "../../../../contract/errors.ts"
import { type ModelName, modelNames } from "../../../../contract/models.ts"
import type { DrizzleHandle } from "./describe-drizzle.ts"
import type { DrizzleTables } from "./drizzle-types.ts"
import { type DescribedTable, isTable } from "./read-drizzle-tables.ts"

const options = {
  user: "usersTable",
  account: "accountsTable",
  session: "sessionsTable",
  verificationToken: "verificationTokensTable",
  authenticator: "authenticatorsTable",
  slot: "slotsTable",
} as const satisfies Record<ModelName, keyof DrizzleTables>

/** The names of the options that take a table. */
export const tableOptionNames = Object.values(options)

type Found = Readonly<Partial<Record<ModelName, DescribedTable>>>

/**
 * The tables that the options name. The others are found by their export names in the schema that Drizzle was given.
 */
export function findDrizzleTables(drizzle: DrizzleHandle, tableOptions: DrizzleTables): Found {
  const exported = Object.entries(readExports(drizzle))
  const find = (model: ModelName): DescribedTable | undefined => {
    const option = options[model]
    const table = tableOptions[option]
    if (table !== undefined) return checkTable(option, table)
    const names = [model, `${model}s`, option, `${model}Table`].map(foldName)
    const matches = exported.filter(
      ([name, candidate]) => names.includes(foldName(name)) && isTable(candidate),
    )
    if (new Set(matches.map(([, candidate]) => candidate)).size > 1)
      throw new MortiseError(
        "invalid",
        `drizzleAdapter: the schema of Drizzle has several tables that could be ${option}, ${matches.map(([name]) => name).join(" and ")}: pass one as ${option}.`,
      )
    return matches[0]?.[1] as DescribedTable | undefined
  }
  const tables = modelNames.flatMap((model) => {
    const table = find(model)
    return table ? [[model, table] as const] : []
  })
  const tablesByModel: Found = Object.fromEntries(tables)
  // Without a table of users, tables with these names have another purpose.
  return tablesByModel.user ? tablesByModel : {}
}

const foldName = (name: string): string => name.replaceAll("_", "").toLowerCase()

function checkTable(option: string, table: unknown): DescribedTable {
  if (isTable(table)) return table
  throw new MortiseError(
    "invalid",
    `drizzleAdapter: ${option} must be a table of Drizzle, such as pgTable("user", { … }).`,
  )
}

/** The tables by their export names: from the schema in Drizzle 0.45, from the relations in Drizzle 1.0. */
export function readExports({ _ }: DrizzleHandle): Readonly<Record<string, unknown>> {
  const { fullSchema = {}, relations = {} } = _ as {
    readonly fullSchema?: Readonly<Record<string, unknown>>
    readonly relations?: Readonly<Record<string, { readonly table?: unknown }>>
  }
  const related = Object.entries(relations).map(([name, relation]) => [name, Object(relation).table])
  return { ...fullSchema, ...Object.fromEntries(related) }
}
