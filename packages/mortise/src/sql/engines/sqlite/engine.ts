import type { Engine } from "../../engine.ts"
import { sqliteDialect } from "./dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).sqliteIntrospection

export const sqlite: Engine = { dialect: sqliteDialect, introspection }
