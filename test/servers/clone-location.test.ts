import { execFile } from "node:child_process"
import { mkdtemp } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterEach, expect, test } from "vitest"
import { startEmbeddedPostgres } from "./embedded-postgres.ts"
import { remove } from "./owner.ts"
import { execute } from "./postgres.ts"

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const here = process.cwd()
afterEach(() => process.chdir(here))

test.runIf(isRoot)(
  "SEC-B12 the embedded PostgreSQL starts from a clone that only root can enter",
  async () => {
    const clone = await mkdtemp(join(tmpdir(), "mortise-clone-"))
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    const native = join(dirname(require.resolve(`@embedded-postgres/linux-${process.arch}`)), "..", "native")
    await run("cp", ["-a", native, clone])
    await run("chmod", ["-R", "go-rwx", clone])
    process.chdir(clone)
    const server = await startEmbeddedPostgres(join(clone, "native"))
    await expect(execute(await server.database(), "SELECT 1")).resolves.toBeUndefined()
    await server.close()
    await remove(clone)
  },
)
