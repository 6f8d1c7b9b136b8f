// Runs all checks that need no build and no test in parallel, beside the scripts that its arguments name. Each one's
// output is printed if it fails.
import { spawn } from "node:child_process"
import { root } from "./ensure-install.mjs"

/** Scripts of package.json. The slowest ones start first. */
const scripts = [...process.argv.slice(2), "types", "lint", "check:dead-code", "check:imports", "check:style"]

const began = performance.now()
const codes = await Promise.all(scripts.map(check))
const failed = codes.filter((code) => code !== 0).length
console.log(`${scripts.length - failed} of ${scripts.length} checks passed in ${seconds(began)}`)
process.exitCode = failed === 0 ? 0 : 1

/**
 * @param {string} script
 * @returns {Promise<number | null>} the exit code
 */
function check(script) {
  const start = performance.now()
  const colors = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: root,
    env: { ...process.env, ...colors },
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk
    })
  return new Promise((resolve) =>
    child.on("close", (code) => {
      console.log(`${code === 0 ? "✓" : "✗"} npm run ${script} ${seconds(start)}`)
      if (code !== 0) console.log(output.trimEnd())
      resolve(code)
    }),
  )
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
