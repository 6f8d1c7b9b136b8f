import { onTestFinished } from "vitest"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import type { Adapter, Schema } from "../../../src/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../../support/databases.ts"
import { type Engine, mysql2, pg } from "../../support/engines.ts"

/** Opens an empty store, with its tables. */
export type OpenStore = (schema?: Schema) => Promise<Adapter>

const optionsOf = (schema: Schema | undefined) => (schema ? { schema } : {})

const openSqlite: OpenStore = async (schema) => {
  const adapter = openLibsql().adapter(optionsOf(schema))
  await migrate(adapter)
  return adapter
}

/** Opens databases of an engine, whose server starts at the first one. */
function onServer(engine: Engine): { readonly open: OpenStore; close(): Promise<void> } {
  let server: Promise<Server> | undefined
  return {
    async open(schema) {
      server ??= engine.serve()
      const connected = engine.connect(await (await server).database())
      onTestFinished(async () => void (await connected.close()))
      const adapter = connected.adapter(optionsOf(schema))
      await migrate(adapter)
      return adapter
    },
    close: async () => (await server)?.close(),
  }
}

/** Every kind of store, and a function that stops the servers. */
export function openStores() {
  const servers = { pg: onServer(pg), mysql2: onServer(mysql2) }
  const stores: Readonly<Record<string, OpenStore>> = {
    memory: async (schema) => memoryAdapter(optionsOf(schema)),
    sqlite: openSqlite,
    postgres: servers.pg.open,
    mariadb: servers.mysql2.open,
  }
  const close = async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()))
  }
  return { stores, close }
}
