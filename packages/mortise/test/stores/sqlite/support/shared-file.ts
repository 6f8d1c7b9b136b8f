import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import { type ClientName, clients } from "../clients/registry.ts"

/** The environment variable that names the file to all processes. */
export const fileVariable = "MORTISE_TEST_FILE"
/** The environment variable that names the client. Default: libsql. */
export const clientVariable = "MORTISE_TEST_CLIENT"

/** An adapter on the file that several processes share. Each process runs migrate. */
export async function factory() {
  const name = (process.env[clientVariable] ?? "libsql") as ClientName
  const client = await clients[name].load()
  const { adapter, close } = await client.open(process.env[fileVariable] ?? "")
  const made = adapter({ onWarning: () => {} })
  await migrate(made)
  return { adapter: made, close, outage: close }
}
