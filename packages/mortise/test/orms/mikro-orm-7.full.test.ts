import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { installOrms, installOtherMajors } from "./install.ts"

test("MikroORM 7 passes its tests on Node 24, because it does not support the oldest Node that we do", async () => {
  await installOrms()
  await installOtherMajors()
  const { command } = await runtime("node-24")
  const config = "packages/mortise/test/orms/other-majors/vitest.config.ts"
  const run = promisify(execFile)(command, ["node_modules/vitest/vitest.mjs", "run", "--config", config], {
    cwd: root,
    env: { ...process.env, VITEST: undefined, NO_COLOR: "1" },
    maxBuffer: 1e8,
  })
  const { stdout } = await run.catch((failed: { stdout: string }) => failed)
  expect(stdout).toContain("Test Files  1 passed")
}, 3_600_000)
