import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { packages } from "../../../../scripts/source/packages.ts"
import { sourceFiles } from "../../../../scripts/source/source-files.ts"
import { documents, examplesIn } from "./support/examples.ts"

const read = (file: string): string => readFileSync(join(root, file), "utf8")
const modulesIn = (folder: string): string[] => sourceFiles(folder, ".ts").map((file) => relative(root, file))

/** What people copy: documents, JSDoc, the examples, and the files that `init` writes. */
const published = [
  ...documents().map((file) => ({ file, text: read(file) })),
  ...["examples", "packages/mortise/templates"]
    .flatMap((folder) => modulesIn(join(root, folder)))
    .map((file) => ({ file, text: read(file) })),
  ...Object.values(packages)
    .flatMap((folder) => modulesIn(join(folder, "src")))
    .map((file) => ({
      file,
      text: examplesIn(file, read(file))
        .map(({ code }) => code)
        .join("\n"),
    })),
]

/** The files in which a pattern is found. */
const filesWith = (pattern: RegExp): string[] =>
  published.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

describe("published code", () => {
  test("is found", () => {
    expect(filesWith(/sessionCallback\(schema/).length).toBeGreaterThan(8)
  })

  test("SEC-S10: spreads no session of an adapter, which has its token", () => {
    expect(filesWith(/callbacks: \{[^}]*\.\.\.session\b/)).toEqual([])
  })

  test("never trusts the Host header without AUTH_URL", () => {
    const trusting = filesWith(/AUTH_TRUST_HOST|trustHost: /)
    expect(trusting).toContain("docs/quickstart/sveltekit.md")
    const withAddress = filesWith(/AUTH_URL/)
    expect(trusting.filter((file) => !withAddress.includes(file))).toEqual([])
  })
})
