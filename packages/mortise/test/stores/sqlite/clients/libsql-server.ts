import { sqldBinary } from "../../../runtimes/runtimes.ts"
import { freePort } from "../../../support/servers/free-port.ts"
import { createService } from "../../../support/servers/service.ts"
import type { SqliteClient } from "./client.ts"
import { clientOf } from "./libsql-client.ts"

const urls = new Map<string, Promise<string>>()

/** One server per database; they end with the process. */
async function serve(file: string): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = createService({
    command: await sqldBinary(),
    args: ["--db-path", `${file}.server`, "--http-listen-addr", `127.0.0.1:${port}`, "--no-welcome"],
    owner: {},
    log: `${file}.log`,
    probe: () => fetch(`${url}/health`),
    signal: "SIGTERM",
  })
  await server.start()
  return url
}

/** The server for a file. */
export async function urlOf(file: string): Promise<string> {
  const url = urls.get(file) ?? serve(file)
  urls.set(file, url)
  return url
}

/** `@libsql/client` on a server, over HTTP. */
export const client: SqliteClient = clientOf(async (file) => ({ url: await urlOf(file) }))
