import { DataSource, type EntityTarget, type ObjectLiteral } from "typeorm"
import type { Rewrite } from "./rewrite.ts"

type Entity = EntityTarget<ObjectLiteral>

/** A data source with the entities of a generated file. */
async function openTypeorm(engine: "postgres" | "mysql" | "sqlite", url: string, file: string) {
  const entities = Object.values(await import(file)) as (() => unknown)[]
  const source = new DataSource({ ...settings[engine](url), entities })
  await source.initialize()
  return { source, entities: entities as Entity[] }
}

const settings = {
  postgres: (url: string) => ({ type: "postgres" as const, url }),
  mysql: (url: string) => ({ type: "mariadb" as const, url, timezone: "Z", charset: "utf8mb4" }),
  sqlite: (url: string) => ({ type: "better-sqlite3" as const, database: url.replace(/^file:/, "") }),
}

/** Reads, deletes and inserts all rows with TypeORM. */
export const rewriteWithTypeorm: Rewrite = async (engine, url, file) => {
  const { source, entities } = await openTypeorm(engine, url, file)
  const rows: ObjectLiteral[][] = []
  for (const entity of entities) rows.push(await source.manager.find(entity))
  for (const entity of entities) await source.manager.createQueryBuilder().delete().from(entity).execute()
  for (const [nth, entity] of entities.entries()) await source.manager.insert(entity, rows[nth] ?? [])
  await source.destroy()
  return rows.flat()
}

/** The statements that TypeORM would send to change the database, after some work on it. */
export async function changesOfTypeorm(
  engine: "postgres" | "mysql" | "sqlite",
  url: string,
  file: string,
  work: (source: DataSource) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const { source } = await openTypeorm(engine, url, file)
  try {
    await work(source)
    const { upQueries } = await source.driver.createSchemaBuilder().log()
    return upQueries.map(({ query }) => query)
  } finally {
    await source.destroy()
  }
}
