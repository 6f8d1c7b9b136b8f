import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { packages } from "../../../../scripts/source/packages.ts"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"
import { installRuntimes } from "../../../workshop/src/runtimes/install.ts"
import { type RuntimeName, runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { type PackedPackages, packAndInstall } from "./support/packed-packages.ts"

/** Imports every entry, and runs a part of the suite on the memory store. */
const program = `
import { runConformance } from "@mortise/conformance"
import { memoryAdapter } from "mortise/memory"

for (const name of JSON.parse(process.argv[2])) await import(name)
const factory = () => ({ adapter: memoryAdapter() })
const { passed, failed } = await runConformance({ factory, only: ["users", "sessions"], seed: 1, onLine: false })
console.log(JSON.stringify({ node: process.version, passed, failed }))
`

const specifiers = Object.values(packages)
  .flatMap(publicEntries)
  .map(({ specifier }) => specifier)
  // Its runner exists in Bun only, and the one of vitest needs vitest.
  .filter((specifier) => !/\/(bun-test|vitest)$/.test(specifier))

let packed: PackedPackages

beforeAll(async () => {
  await installRuntimes()
  packed = packAndInstall()
  writeFileSync(join(packed.project, "try.mjs"), program)
  return () => packed.remove()
}, 600_000)

const versions: readonly (readonly [RuntimeName, RegExp])[] = [
  ["node", /^v20\./],
  ["node-22", /^v22\./],
  ["node-24", /^v24\./],
]

describe.each(versions)("the packed packages in an empty project, on %s", (name, version) => {
  const execute = async (args: readonly string[]) => {
    const { command } = await runtime(name)
    return execFileSync(command, args, { cwd: packed.project, encoding: "utf8" })
  }

  test("are imported, and the suite passes on the memory store", async () => {
    const { node, passed, failed } = JSON.parse(await execute(["try.mjs", JSON.stringify(specifiers)]))
    expect(node).toMatch(version)
    expect(failed).toBe(0)
    expect(passed).toBeGreaterThan(10)
  })

  test("have a command line", async () => {
    expect(await execute(["node_modules/mortise/dist/cli/main.js", "--help"])).toContain(
      "doctor          compare the database",
    )
  })
})
