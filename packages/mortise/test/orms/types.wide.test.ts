import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { installOrms, installOtherMajors } from "./install.ts"

test("the tests and the factories compile against the types of the ORMs", async () => {
  await installOrms()
  await installOtherMajors()
  const folder = fileURLToPath(new URL("../../../..", import.meta.url))
  const { stdout } = spawnSync("npx", ["tsc", "-p", "packages/mortise/test/orms/tsconfig.json"], {
    cwd: folder,
    encoding: "utf8",
  })
  expect(stdout).toBe("")
}, 300_000)
