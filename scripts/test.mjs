import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ensureInstall, root } from "./ensure-install.mjs"
import { steps, testReport } from "./steps.mjs"

ensureInstall()
const report = join(root, testReport)
rmSync(report, { force: true })
const began = performance.now()
const failing = steps.findIndex((step, index) => !runStep(step, index))
conclude(failing === -1 ? steps.length : failing)

/** @param {(typeof steps)[number]} step @param {number} index */
function runStep({ name, script }, index) {
  console.log(`\n[${index + 1}/${steps.length}] ${name}`)
  const start = performance.now()
  const child = spawnSync("npm", ["run", "--silent", script], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  })
  const ok = child.status === 0
  console.log(`${ok ? "✓" : "✗"} ${name} ${seconds(start)}`)
  return ok
}

/** @param {number} done */
function conclude(done) {
  const failed = steps[done]
  if (failed) console.log(`\nStopped at "${failed.name}". To run it alone: npm run ${failed.script}`)
  console.log(`\n${done} of ${steps.length} steps passed in ${seconds(began)}`)
  if (existsSync(report)) {
    const tests = JSON.parse(readFileSync(report, "utf8"))
    console.log(`${tests.numPassedTests} passed, ${tests.numFailedTests} failed`)
  }
  process.exit(failed ? 1 : 0)
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
