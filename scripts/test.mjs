import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ensureInstall, root } from "./ensure-install.mjs"
import { tiers } from "./tiers.mjs"

/** @typedef {import("./tiers.mjs").Step} Step */

// `check:tests` writes the number of passed and failed tests to this file.
const report = join(root, ".cache/tests.json")
const total = { passed: 0, failed: 0 }

ensureInstall()
const steps = tiers[/** @type {keyof typeof tiers} */ (process.argv[2] ?? "usual")]
const began = performance.now()
const failing = steps.findIndex((step, index) => !runStep(step, index))
conclude(failing === -1 ? steps.length : failing)

/** @param {Step} step @param {number} index */
function runStep({ name, script, args = [], env = {} }, index) {
  console.log(`\n[${index + 1}/${steps.length}] ${name}`)
  rmSync(report, { force: true })
  const start = performance.now()
  const child = spawnSync("npm", ["run", "--silent", script, "--", ...args], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  })
  const ok = child.status === 0
  console.log(`${ok ? "✓" : "✗"} ${name} ${seconds(start)}`)
  addTests()
  return ok
}

function addTests() {
  if (!existsSync(report)) return
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"))
  total.passed += numPassedTests
  total.failed += numFailedTests
}

/** @param {number} done */
function conclude(done) {
  const failed = steps[done]
  if (failed) console.log(`\nStopped at "${failed.name}". To run it alone: npm run ${failed.script}`)
  console.log(`\n${done} of ${steps.length} steps passed in ${seconds(began)}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(failed ? 1 : 0)
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
