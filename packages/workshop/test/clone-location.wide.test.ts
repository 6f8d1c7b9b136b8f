import { execFile } from "node:child_process"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, expect, test } from "vitest"
import { installedFolder, startEmbeddedPostgres } from "../src/servers/embedded-postgres.ts"
import { remove } from "../src/servers/owner.ts"
import { execute } from "../src/servers/postgres.ts"

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const here = process.cwd()
afterEach(() => process.chdir(here))

test.runIf(isRoot)("the embedded PostgreSQL starts from a clone that only root can enter", async () => {
  const clone = await mkdtemp(join(tmpdir(), "mortise-clone-"))
  await run("cp", ["-a", installedFolder(), clone])
  await run("chmod", ["-R", "go-rwx", clone])
  process.chdir(clone)
  const server = await startEmbeddedPostgres(join(clone, "native"))
  await expect(execute(await server.database(), "SELECT 1")).resolves.toBeUndefined()
  await server.close()
  await remove(clone)
})
