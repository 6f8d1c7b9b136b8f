import "./as-deployed.ts"
import { entities, getManager, TypeORMAdapter } from "@auth/typeorm-adapter"
import type { DataSourceOptions, EntityManager } from "typeorm"
import type { Backend, Factory, Row } from "../adapters/backend.ts"
import { openLibsql } from "./open-libsql.ts"

const names = {
  user: "UserEntity",
  account: "AccountEntity",
  session: "SessionEntity",
  verificationToken: "VerificationTokenEntity",
}

/** @auth/typeorm-adapter with its own entities, on SQLite in memory. It has one connection per process. */
export const openTypeorm: Factory = async () => {
  const { manager, ...backend } = await connectTypeorm(":memory:")
  for (const name of Object.values(names).reverse()) await manager.clear(name)
  return { ...backend, close: async () => {} }
}

/** The same on a SQLite file. A process can use one file only. */
export async function connectTypeorm(database: string): Promise<Backend & { manager: EntityManager }> {
  const dataSource: DataSourceOptions = {
    type: "better-sqlite3",
    driver: openLibsql,
    database,
    synchronize: true,
  }
  const manager = await getManager({ dataSource, entities })
  return {
    manager,
    adapter: TypeORMAdapter(dataSource) as never,
    rows: async (model) => (model === "authenticator" ? [] : ((await manager.find(names[model])) as Row[])),
    close: () => manager.connection.destroy(),
  }
}
