import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { installRedisClients } from "./install.ts"

test("the tests and the factories compile against the types of the clients", async () => {
  await installRedisClients()
  const folder = fileURLToPath(new URL("../../../../..", import.meta.url))
  const { stdout } = spawnSync("npx", ["tsc", "-p", "packages/mortise/test/stores/redis/tsconfig.json"], {
    cwd: folder,
    encoding: "utf8",
  })
  expect(stdout).toBe("")
}, 300_000)
