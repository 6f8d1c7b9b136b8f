import { createBetterAuthTypeormAdapter } from "@anarchitects/better-auth-typeorm-adapter"
import { DataSource, EntitySchema, type EntitySchemaColumnOptions } from "typeorm"
import { type BetterAuthPeer, tablesOfBetterAuth } from "../peer.ts"
import { peerTables } from "../peer-options.ts"
import { migratePostgres } from "../tables/migrate-postgres.ts"

const columnTypes: Record<string, EntitySchemaColumnOptions["type"]> = {
  string: "text",
  number: "int",
  boolean: "boolean",
  date: "timestamptz",
}

const models = Object.fromEntries(
  peerTables.map(({ modelName, fields }) => {
    const columns = Object.entries(fields).map(([name, { type, bigint, fieldName = name, required }]) => [
      name,
      {
        type: bigint ? "bigint" : (columnTypes[String(type)] ?? "jsonb"),
        name: fieldName,
        nullable: required === false,
      } satisfies EntitySchemaColumnOptions,
    ])
    const id = { type: "text", primary: true } satisfies EntitySchemaColumnOptions
    return [
      modelName,
      new EntitySchema({
        name: modelName,
        tableName: modelName,
        columns: { id, ...Object.fromEntries(columns) },
      }),
    ]
  }),
)

async function open(url: string) {
  await migratePostgres(url)
  const dataSource = new DataSource({ type: "postgres", url, entities: Object.values(models) })
  await dataSource.initialize()
  const database = createBetterAuthTypeormAdapter({ dataSource, models } as never)
  return { database: database as never, close: () => dataSource.destroy() }
}

export const peer = {
  package: "@anarchitects/better-auth-typeorm-adapter",
  from: "the community",
  stores: {
    postgres: {
      clients: ["typeorm", "pg"],
      note: `${tablesOfBetterAuth} Ids are texts, not UUIDs.`,
      open,
    },
  },
} satisfies BetterAuthPeer
