import { createClient } from "@libsql/client/web"
import { libsqlAdapter } from "mortise/libsql"
import { type Open, silent } from "./client.ts"

export const open: Open = ({ url }) => {
  const client = createClient({ url })
  return { adapter: libsqlAdapter(client, silent), close: () => client.close() }
}
