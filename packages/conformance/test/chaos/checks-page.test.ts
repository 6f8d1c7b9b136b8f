import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { chaosChecks } from "../../src/chaos/finding.ts"

const page = readFileSync(
  new URL("../../../../docs/conformance-clusters.md", import.meta.url),
  "utf8",
).replaceAll("`", "")

test.each(Object.entries(chaosChecks))(
  "docs/conformance-clusters.md lists %s with its promise",
  (check, promise) => {
    expect(page).toContain(`| ${check} | ${promise} |`)
  },
)
