import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { installDynamodb } from "../../../../workshop/src/dynamodb/dynamodb-local.ts"

test("the factory takes the real client without a cast, and no other client", async () => {
  await installDynamodb()
  const project = "packages/workshop/src/dynamodb/vendor-types"
  const { stdout } = spawnSync("npx", ["tsc", "-p", project], { cwd: root, encoding: "utf8" })
  expect(stdout).toBe("")
}, 300_000)
