import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { installOpenTelemetry } from "./install.ts"

test("the tests and the layer compile against the types of OpenTelemetry", async () => {
  await installOpenTelemetry()
  const project = "packages/mortise/test/layers/opentelemetry/tsconfig.json"
  const { stdout } = spawnSync("npx", ["tsc", "-p", project], { cwd: root, encoding: "utf8" })
  expect(stdout).toBe("")
}, 300_000)
