import { openLibsqlServer } from "../../../../../workshop/src/servers/libsql.ts"
import type { SqliteClient } from "./client.ts"
import { clientOf } from "./libsql-client.ts"

/** `@libsql/client` on a server, over HTTP. */
export const client: SqliteClient = clientOf(async (file) => ({ url: await openLibsqlServer(file) }))
