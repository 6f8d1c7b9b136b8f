import { remultAdapter } from "@nerdfolio/remult-better-auth"
import { Remult, SqlDatabase } from "remult"
import { PostgresDataProvider } from "remult/postgres"
import type { OpenClient } from "../open-on.ts"
import { openPool } from "../open-pool.ts"
import { remultEntities } from "../tables/remult.ts"

export async function onPostgres(url: string): Promise<OpenClient> {
  const pool = openPool(url)
  const dataProvider = new SqlDatabase(new PostgresDataProvider(pool))
  const authEntities = { ...(await remultEntities()) }
  const remult = new Remult(dataProvider)
  await dataProvider.ensureSchema(Object.values(authEntities).map((entity) => remult.repo(entity).metadata))
  return { database: remultAdapter({ authEntities, dataProvider }), close: () => pool.end() }
}
