import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { type RuntimeName, runtime } from "../../../../workshop/src/runtimes/runtimes.ts"
import { installBetterAuth } from "../install.ts"
import { type RuntimeClient, variable } from "./open-in-runtime.ts"

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const config = fileURLToPath(new URL("runtime.config.ts", import.meta.url))

beforeAll(installBetterAuth, 300_000)

test.each<[RuntimeClient, RuntimeName]>([
  ["better-sqlite3", "node-24"],
  ["node:sqlite", "node-22"],
  ["node:sqlite", "node-24"],
  ["bun:sqlite", "bun"],
])("Better Auth's suite passes on %s in %s", { timeout: 300_000 }, async (client, name) => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  const { command, flags } = await runtime(name)
  const report = join(folder, "report.json")
  await promisify(execFile)(
    command,
    [...flags, vitest, "run", "--config", config, "--reporter=json", `--outputFile=${report}`],
    { cwd: root, env: { ...process.env, [variable]: client }, maxBuffer: 1e8 },
  )
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8"))
  expect(numPassedTests).toBe(numTotalTests)
  expect(numTotalTests).toBeGreaterThan(440)
})
