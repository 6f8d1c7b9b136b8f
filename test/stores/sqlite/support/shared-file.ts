import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import { client } from "../clients/libsql.ts"

/** What names the file to all processes. */
export const fileVariable = "MORTISE_TEST_FILE"

/** An adapter on the file that several processes share; every one of them comes with the tables. */
export async function factory() {
  const { adapter, close } = await client.open(process.env[fileVariable] ?? "")
  const made = adapter({ warn: () => {} })
  await migrate(made)
  return { adapter: made, close, outage: close }
}
