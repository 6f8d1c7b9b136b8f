/**
 * `npm run check:hosts` runs the tests of each host with its newest version, and writes what broke to
 * .cache/hosts.json. `npm run check:hosts -- Kysely Prisma` checks those only. The exit code is 1 if a test failed.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../ensure-install.mjs"
import { checkHost, type HostResult } from "./check-host.ts"
import { hosts } from "./hosts.ts"

const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in hosts))
if (unknown) {
  console.error(`There is no host ${unknown}. The hosts are: ${Object.keys(hosts).join(", ")}.`)
  process.exit(2)
}

const results: HostResult[] = []
for (const [name, host] of Object.entries(hosts)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(`${name}: installing …`)
  const result = await checkHost(openCheckout(), name, host)
  results.push(result)
  printResult(result)
}
writeFileSync(join(root, ".cache/hosts.json"), JSON.stringify(results, null, 2))
console.log("Written to .cache/hosts.json")
process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0

/** A clone of what is committed: newer packages must not reach the lock files and the folders of this checkout. */
function openCheckout(): string {
  const checkout = join(root, ".cache/hosts")
  rmSync(checkout, { recursive: true, force: true })
  execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${root}`, checkout])
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: checkout, stdio: "ignore" })
  const servers = join(root, ".cache/servers")
  mkdirSync(join(checkout, ".cache"), { recursive: true })
  if (existsSync(servers)) symlinkSync(servers, join(checkout, ".cache/servers"))
  return checkout
}

function printResult({ name, installed, passed, failures }: HostResult): void {
  for (const { packages, pinned, version, newest } of installed) {
    const older = version === newest ? "" : ` (${newest} cannot be installed)`
    console.log(`  ${packages[0]} ${version}${older}, pinned ${pinned}`)
  }
  console.log(`${failures.length === 0 ? "✓" : "✗"} ${name}: ${passed} passed, ${failures.length} failed`)
  for (const failure of failures) console.log(`  ${failure}`)
}
