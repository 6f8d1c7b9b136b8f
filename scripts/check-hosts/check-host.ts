import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Host } from "./hosts.ts"
import { type Installed, installNewest } from "./install-newest.ts"

/** How Mortise fits the newest version of a host. */
export type HostResult = {
  readonly name: string
  readonly installed: readonly Installed[]
  readonly passed: number
  /** Each with its file, its title and the first line of its error. */
  readonly failures: readonly string[]
}

type Report = {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Installs the newest versions in a checkout, and runs the tests of the host there. */
export async function checkHost(
  checkout: string,
  name: string,
  { families, tests }: Host,
): Promise<HostResult> {
  const installed = families.map((family) => installNewest(checkout, family))
  const file = join(checkout, ".cache/host.json")
  rmSync(file, { force: true })
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]
  const child = spawn("npx", ["vitest", "run", ...tests, ...reporters], {
    cwd: checkout,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  })
  let errors = ""
  child.stderr.on("data", (chunk) => {
    errors += chunk
  })
  await once(child, "close")
  if (!existsSync(file))
    return { name, installed, passed: 0, failures: [`The tests did not start: ${errors.trim()}`] }
  const report: Report = JSON.parse(readFileSync(file, "utf8"))
  return { name, installed, passed: report.numPassedTests, failures: listFailures(checkout, report) }
}

function listFailures(checkout: string, { testResults }: Report): string[] {
  const firstLine = (text = "") => text.split("\n", 1)[0]
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.slice(checkout.length + 1)
    const failed = assertionResults.filter((result) => result.status === "failed")
    if (failed.length === 0 && status === "failed") return [`${file}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
    )
  })
}
