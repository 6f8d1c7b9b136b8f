import { randomBytes } from "node:crypto"
import { TableStorageAdapter } from "@auth/azure-tables-adapter"
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables"
import configuration from "azurite/dist/src/table/TableConfiguration.js"
import server from "azurite/dist/src/table/TableServer.js"
import type { AuthJsPeer } from "../peer.ts"

const account = "peers"
const key = randomBytes(64).toString("base64")
process.env.AZURITE_ACCOUNTS = `${account}:${key}`

/** Starts only the server of Azurite: its own start-up code reads the command line and sends telemetry. */
async function startServer() {
  const settings = { host: "127.0.0.1", port: 0, enableAccessLog: false, isMemoryPersistence: true }
  const tables = new server.default(Object.assign(new configuration.default(), settings))
  await tables.start()
  return tables
}

async function open() {
  const tables = await startServer()
  const client = new TableClient(
    `${tables.getHttpServerAddress()}/${account}`,
    "auth",
    new AzureNamedKeyCredential(account, key),
    { allowInsecureConnection: true },
  )
  await client.createTable()
  return { adapter: TableStorageAdapter(client), close: () => tables.close() }
}

export const peer = {
  package: "@auth/azure-tables-adapter",
  from: "Auth.js",
  stores: {
    "azure-tables": {
      clients: ["@azure/data-tables", "azurite"],
      note: "One table, as documented, in the emulator of Microsoft.",
      open,
    },
  },
} satisfies AuthJsPeer
