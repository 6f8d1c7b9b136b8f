import type { Server } from "../../../../workshop/src/servers/server.ts"
import type { OrmStore } from "./orm-store.ts"

/** An empty database with the default tables, opened through the ORM. */
export async function openTables({ databases, open }: OrmStore, server: Server, connections?: number) {
  const url = await server.database()
  await databases.execute(url, ...databases.tables)
  return { url, orm: await open(url, connections) }
}
