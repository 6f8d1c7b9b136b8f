// `npm run site`: builds the documentation site and serves it. With `--check` it only builds and checks. `--url` is where
// the site will be published.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ensureInstall, root, whyInstall } from "./ensure-install.mjs"

const folder = join(root, "site")
const { values } = parseArgs({
  options: { check: { type: "boolean" }, port: { type: "string", default: "4600" }, url: { type: "string" } },
})
const tsx = ["--import", "tsx"]

ensureInstall()
if (whyInstall(folder) !== undefined)
  step("install the generator, once", "npm", ["ci", "--no-audit", "--no-fund"], folder)
step("prepare the pages", process.execPath, [...tsx, "site/stage/main.ts"])
step("build", process.execPath, ["node_modules/astro/astro.js", "build", "--silent"], folder)
step("check links and anchors", process.execPath, [...tsx, "site/check/main.ts"])
if (values.check) {
  step("check types", process.execPath, ["node_modules/typescript/bin/tsc", "-p", ".", "--noEmit"], folder)
} else {
  const server = spawnSync(process.execPath, [...tsx, "site/check/serve.ts", values.port], {
    cwd: root,
    stdio: "inherit",
  })
  process.exit(server.status ?? 1)
}

/**
 * Runs a command, and ends this process if it fails.
 *
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 */
function step(name, command, args, cwd = root) {
  console.log(`• ${name} …`)
  const began = performance.now()
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: "inherit",
    shell: command === "npm" && process.platform === "win32",
    // A build for development has no search.
    env: {
      ...process.env,
      NODE_ENV: "production",
      ASTRO_TELEMETRY_DISABLED: "1",
      ...(values.url && { SITE_URL: values.url }),
    },
  })
  if (status !== 0) {
    console.error(`✗ ${name} failed. Its output is above.`)
    process.exit(1)
  }
  console.log(`✓ ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
