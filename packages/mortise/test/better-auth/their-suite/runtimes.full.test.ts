import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { type RuntimeName, runtime } from "../../../../workshop/src/runtimes/runtimes.ts"
import { type MoreClientName, moreClients } from "../conformance/more-clients.ts"
import { openPlaces } from "../conformance/open-places.ts"
import { installBetterAuth } from "../install.ts"
import { type RuntimeClient, variables } from "./open-in-runtime.ts"

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const config = fileURLToPath(new URL("runtime.config.ts", import.meta.url))

beforeAll(installBetterAuth, 300_000)

async function runIn(runtimeName: RuntimeName, client: string, place: string) {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  const { command, flags } = await runtime(runtimeName)
  const report = join(folder, "report.json")
  await promisify(execFile)(
    command,
    [...flags, vitest, "run", "--config", config, "--reporter=json", `--outputFile=${report}`],
    {
      cwd: root,
      env: { ...process.env, [variables.client]: client, [variables.place]: place },
      maxBuffer: 1e8,
    },
  )
  return JSON.parse(readFileSync(report, "utf8"))
}

test.each<[RuntimeClient, RuntimeName]>([
  ["better-sqlite3", "node-24"],
  ["node:sqlite", "node-22"],
  ["node:sqlite", "node-24"],
  ["bun:sqlite", "bun"],
])("Better Auth's suite passes on %s in %s", { timeout: 300_000 }, async (client, name) => {
  const { numPassedTests, numTotalTests } = await runIn(name, client, "")
  expect(numPassedTests).toBe(numTotalTests)
  expect(numTotalTests).toBeGreaterThan(440)
})

const places = openPlaces()

test.each(Object.keys(moreClients) as MoreClientName[])(
  "Better Auth's suite passes on %s",
  { timeout: 600_000 },
  async (name) => {
    const { runtime: runtimeName, on } = moreClients[name]
    const { numFailedTests, numPendingTests, numTotalTests } = await runIn(
      runtimeName,
      name,
      await places[on](),
    )
    expect([numFailedTests, numTotalTests]).toEqual([0, expect.any(Number)])
    // The test of transactions.
    expect(numPendingTests).toBe(name.startsWith("neon ") ? 1 : 0)
    expect(numTotalTests).toBeGreaterThan(440)
  },
)
