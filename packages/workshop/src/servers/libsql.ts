import { sqldBinary } from "../runtimes/runtimes.ts"
import { freePort } from "./free-port.ts"
import { createService } from "./service.ts"

const urls = new Map<string, Promise<string>>()

/** The URL of the libSQL server for a file. One server per file; they end with the process. */
export async function openLibsqlServer(file: string): Promise<string> {
  const url = urls.get(file) ?? startLibsqlServer(file)
  urls.set(file, url)
  return url
}

async function startLibsqlServer(file: string): Promise<string> {
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
