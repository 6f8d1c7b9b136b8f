import type { BetterAuthOptions } from "better-auth"
import type { DBAdapter, Where } from "better-auth/adapters"
import { countUpTo } from "../sql/introspection/count-rows.ts"
import { readPlace } from "../sql/introspection/read-place.ts"
import { type AuthTables, type BetterAuthInstance, openAuthTables } from "./migrate/auth-tables.ts"
import type { AuthTable, SchemaField } from "./schema/auth-table.ts"

type Row = Readonly<Record<string, unknown>>

type PageOptions = {
  readonly limit: number
  /** A field whose values are unique, which sorts the rows. */
  readonly by?: string
  /** The last value of the page before. */
  readonly after?: string | null
  readonly where?: readonly Where[]
}

/** A field of a model that refers to another model. */
export type AuthReference = {
  readonly model: string
  readonly field: string
  /** The field of the other model. */
  readonly to: string
  /** What happens to the row when the other one is deleted, such as `cascade` or `set null`. */
  readonly onDelete: string
}

/** The rows of Better Auth's models, without secrets, for tools that show them. */
export type AuthRows = {
  /** The name of the database's dialect. */
  readonly engine: string
  readonly models: readonly string[]
  hasField(model: string, field: string): boolean
  /** The fields of all models that refer to a model. */
  listReferences(model: string): readonly AuthReference[]
  page(model: string, options: PageOptions): Promise<readonly Row[]>
  find(model: string, id: string): Promise<Row | null>
  count(model: string, where: readonly Where[]): Promise<number>
  /** Names the database without credentials. */
  readPlace(): Promise<string>
  /** The tables that can order users, with the names of their columns. */
  readonly userTables: ReturnType<typeof nameUserTables>
  /** How many rows a model has, at most `limit`; null if its table does not exist. */
  countUpTo(model: string, limit: number | undefined): Promise<number | null>
}

/** Opens the rows of a Better Auth configuration. */
export async function browseAuth(auth: BetterAuthInstance): Promise<AuthRows> {
  const opened = await openAuthTables(auth, "browseAuth")
  const { tables, dialect, ask, schema } = opened
  const options = auth.options as BetterAuthOptions
  const adapter = (options.database as (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>)(options)
  const shown = new Map(Object.entries(schema).map(([model, { fields }]) => [model, visibleNames(fields)]))
  const select = (model: string): string[] => shown.get(model) ?? ["id"]
  return {
    engine: dialect.name,
    models: tables.map(({ model }) => model),
    hasField: (model, field) => schema[model]?.fields[field] !== undefined,
    listReferences: (model) => listReferences(tables, model),
    async page(model, { limit, by = "id", after = null, where = [] }) {
      const position: Where[] = after === null ? [] : [{ field: by, operator: "gt", value: after }]
      return adapter.findMany<Row>({
        model,
        limit,
        select: select(model),
        where: [...where, ...position],
        sortBy: { field: by, direction: "asc" },
      })
    },
    find: (model, id) =>
      adapter.findOne<Row>({ model, select: select(model), where: [{ field: "id", value: id }] }),
    count: (model, where) => adapter.count({ model, where: [...where] }),
    readPlace: () => readPlace(ask, dialect.family),
    userTables: nameUserTables(opened),
    async countUpTo(model, limit) {
      const table = tables.find((authTable) => authTable.model === model)
      return table ? countUpTo(table, limit, opened) : null
    },
  }
}

function nameUserTables({ tables, ask, dialect, introspection }: AuthTables) {
  const nameColumns = <F extends string>(model: string, fields: Readonly<Record<F, string>>) => {
    const table = tables.find((authTable) => authTable.model === model)
    const nameColumn = (name: string) => table?.columns.find(({ field }) => field === name)?.column
    const columns = Object.entries<string>(fields).map(([role, field]) => [role, nameColumn(field)])
    return {
      table: table?.table ?? model,
      ...(Object.fromEntries(columns) as Record<F, string | undefined>),
    }
  }
  return {
    ask,
    dialect,
    introspection,
    user: nameColumns("user", { id: "id", created: "createdAt" }),
    account: nameColumns("account", { provider: "providerId", key: "accountId", user: "userId" }),
    session: nameColumns("session", { key: "expiresAt", user: "userId" }),
  }
}

function listReferences(tables: readonly AuthTable[], model: string): AuthReference[] {
  const owner = tables.find((table) => table.model === model)
  const nameField = (table: AuthTable | undefined, name: string) =>
    table?.columns.find(({ column }) => column === name)?.field ?? name
  return tables.flatMap((table) =>
    table.foreignKeys
      .filter((key) => key.table === owner?.table)
      .map(({ column, references, onDelete }) => ({
        model: table.model,
        field: nameField(table, column),
        to: nameField(owner, references),
        onDelete,
      })),
  )
}

/** The names of fields that are not secret, by Better Auth's declaration or by their names. */
export const visibleNames = (fields: Readonly<Record<string, SchemaField>>): string[] => [
  "id",
  ...Object.entries(fields)
    .filter(([name, field]) => name !== "id" && field.returned !== false && !isSecret(name, field))
    .map(([name]) => name),
]

const secretNames = /token|password|secret|hash|publickey/i

/** Better Auth returns a session's token, and plugins declare few of their fields as secrets. */
const isSecret = (name: string, { type }: SchemaField): boolean =>
  secretNames.test(name) && type !== "date" && type !== "boolean" && type !== "number"
