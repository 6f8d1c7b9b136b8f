import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { openDatabase } from "./support/database.ts"
import { runCli } from "./support/run-cli.ts"
import { runCommand } from "./support/run-command.ts"

// Each run starts several processes.
vi.setConfig({ testTimeout: 180_000 })

const hooks = join(root, "packages/mortise/test/cli/support/chaos-hooks.ts")

/** Runs each fault once on a new file. */
async function chaos(defect: string, ...more: readonly string[]) {
  const { env, folder } = await openDatabase()
  const args = ["conformance", "--chaos", hooks, "--scratch", "--minutes", "0", ...more]
  // The hooks are TypeScript.
  const NODE_OPTIONS = `--import ${join(root, "node_modules/tsx/dist/esm/index.mjs")}`
  return runCli(args, { cwd: folder, env: { ...env, DEFECT: defect, NODE_OPTIONS } })
}

test("--chaos finds nothing on a store that keeps its promises: exit 0", async () => {
  const { code, stdout, stderr } = await chaos("none")
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ another program locks the file/)])
  expect(stdout).toMatch(/1 faults, \d{3,} calls, 0 broken promises/)
  expect(stderr).toContain("Injecting faults")
})

test("--chaos names the promise that a planted defect breaks, and --json prints every finding: exit 1", async () => {
  const { code, stdout, stderr } = await chaos("revoked_session", "--json")
  expect(code).toBe(1)
  const { faults, failed } = JSON.parse(stdout)
  expect(failed).toBeGreaterThan(0)
  expect(faults[0].findings.map(({ check }: { check: string }) => check)).toContain("revoked_session")
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(lines.map(({ event }) => event)).toEqual(lines.map(() => "progress"))
  expect(lines.map(({ message }) => message).join("\n")).toMatch(
    /✗ another program.*revoked_session, \d+ times. The broken promise: a revoked session is refused at once/s,
  )
})

test.each([
  [["--chaos", hooks], 2, "--scratch"],
  [["--chaos", hooks, "--scratch", "--only", "users"], 2, "cannot be combined"],
  [["--chaos", hooks, "--scratch", "--minutes", "x"], 2, "--minutes must be"],
  [["--chaos", "missing.mjs", "--scratch"], 3, "does not exist"],
  [["--chaos", join(root, "packages/workshop/src/tests/tier.ts"), "--scratch"], 3, "must export `factory`"],
])("refuses %j: exit %i", async (args, code, text) => {
  const result = await runCommand(["conformance", ...args])
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)])
})
