import type { Engine } from "../../engine.ts"
import { sqliteDialect } from "./dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).sqliteIntrospection

export const catalog: Engine["catalog"] = () => import("./introspection/read-tables.ts")

export const sqlite: Engine = { dialect: sqliteDialect, introspection, catalog }
