import "../../../peers/as-deployed.ts"
import { entities, getManager, TypeORMAdapter } from "@auth/typeorm-adapter"
import type { DataSourceOptions } from "typeorm"
import { openLibsql } from "../../../peers/sqlite/open-libsql.ts"
import type { Row } from "../../authjs/harness/app.ts"
import type { Factory } from "../support/backends.ts"

const names = {
  user: "UserEntity",
  account: "AccountEntity",
  session: "SessionEntity",
  verificationToken: "VerificationTokenEntity",
}
const dataSource: DataSourceOptions = {
  type: "better-sqlite3",
  driver: openLibsql,
  database: ":memory:",
  synchronize: true,
}

/** @auth/typeorm-adapter with its own entities, on SQLite in memory. It has one connection per process. */
export const openTypeorm: Factory = async () => {
  const manager = await getManager({ dataSource, entities })
  for (const name of Object.values(names).reverse()) await manager.clear(name)
  return {
    adapter: TypeORMAdapter(dataSource) as never,
    rows: async (model) => (model === "authenticator" ? [] : ((await manager.find(names[model])) as Row[])),
    close: async () => {},
  }
}
