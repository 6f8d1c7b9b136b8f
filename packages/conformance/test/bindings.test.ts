import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { root } from "../../../scripts/ensure-install.mjs"

const files = {
  bunTest: new URL("./support/bun-test-suite.ts", import.meta.url),
  fakeBunTest: new URL("./support/fake-bun-test.mjs", import.meta.url),
  nodeTest: new URL("./support/node-test-suite.ts", import.meta.url),
  vitestConfig: new URL("./support/vitest.config.ts", import.meta.url),
}

const path = (file: keyof typeof files): string => fileURLToPath(files[file])

function start(...args: string[]): { text: string; status: number | null } {
  const env = { ...process.env, NO_COLOR: "1", VITEST: undefined, NODE_TEST_CONTEXT: undefined }
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env })
  return { text: stdout + stderr, status }
}

const failure = [
  "getUser finds a user by the id that createUser returned",
  "expected  getUser with the returned id: a row",
  "received  null",
  // SEC-T31
  "received  a rejection that nobody handled, which ends the process: Error: a stray rejection",
]

describe("SEC-T31 in node:test", () => {
  const { text, status } = start("--import", "tsx", "--test", "--test-reporter=tap", path("nodeTest"))

  test("each case is a test", () => {
    expect(text).toMatch(
      /^ *ok \d+ - users\/created-is-returned: createUser returns the whole user.*\(must, §4 createUser\)$/m,
    )
    expect(text).toMatch(/^ *not ok \d+ - users\/found-by-id: /m)
    expect(text).toMatch(/^ *not ok \d+ - sessions\/unknown-token-is-null: /m)
    expect(text).toMatch(/^ *ok \d+ - users\/found-by-email: .*# SKIP the adapter has no getUserByEmail$/m)
    expect(text).toMatch(/^ *ok \d+ - user-updates\/unknown-is-an-error: .*# SKIP warned: /m)
  })

  test("a failure is explained and fails the run, and the store is closed", () => {
    for (const line of failure) expect(text).toContain(line)
    expect(text).toContain("closed the store")
    expect(status).toBe(1)
  })
})

describe("SEC-T31 in vitest", () => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const config = path("vitestConfig")
  const { text, status } = start(vitest, "run", "--root", root, "--config", config, "--reporter=verbose")

  test("each case is a test", () => {
    expect(text).toMatch(
      /✓ .*faulty \(quick, seed \d+\) > users\/created-is-returned: createUser returns the whole user.*\(must, §4 createUser\)/,
    )
    expect(text).toMatch(/× .*faulty \(quick, seed \d+\) > users\/found-by-id: /)
    expect(text).toMatch(/× .*faulty \(quick, seed \d+\) > sessions\/unknown-token-is-null: /)
    expect(text).toMatch(
      /↓ .*faulty \(quick, seed \d+\) > users\/found-by-email: .*the adapter has no getUserByEmail/,
    )
    expect(text).toMatch(/↓ .*faulty \(quick, seed \d+\) > user-updates\/unknown-is-an-error: .*warned: /)
  })

  test("a failure is explained and fails the run, and the store is closed", () => {
    for (const line of failure) expect(text).toContain(line)
    expect(text).toContain("closed the store")
    expect(status).toBe(1)
  })
})

describe("SEC-T31 in bun:test", () => {
  const { text } = start("--import", "tsx", "--import", path("fakeBunTest"), path("bunTest"))

  test("each case is a test with its own timeout", () => {
    expect(text).toContain("describe faulty")
    expect(text).toMatch(/^pass users\/created-is-returned: .* 600000$/m)
    expect(text).toMatch(/^fail users\/found-by-id: /m)
    expect(text).toMatch(/^fail sessions\/unknown-token-is-null: /m)
    expect(text).toMatch(/^pass users\/found-by-email: /m)
    expect(text).toMatch(/^pass user-updates\/unknown-is-an-error: /m)
    expect(text).toContain("warned: Updating a user who does not exist throws")
  })

  test("a failure is explained, and the store is closed", () => {
    for (const line of failure) expect(text).toContain(line)
    expect(text).toContain("closed the store")
  })
})
