import { expect, test } from "vitest"
import { releaseProblems } from "../../../../scripts/check-release.ts"

/** Both packages with this version, this peer range and this heading of the changelog. */
const packagesWith = (version: string, peer: string, heading: string) => (file: string) => {
  if (file.endsWith("CHANGELOG.md")) return `# Changelog\n\n${heading}\n\n## 0.0.1 - 2020-01-01\n`
  const isSuite = file.includes("conformance")
  const name = isSuite ? "@mortise/conformance" : "mortise"
  return JSON.stringify({ name, version, ...(isSuite && { peerDependencies: { mortise: peer } }) })
}

test("a tag is released if versions, changelogs and the suite's library agree with it", () => {
  const read = packagesWith("1.2.3", "^1.2.3", "## 1.2.3 - 2027-01-31")
  expect(releaseProblems("v1.2.3", read)).toEqual([])
})

test.each([
  ["1.2.3", [expect.stringContaining("not the tag of a release")]],
  ["v1.2.4", expect.arrayContaining(["mortise has the version 1.2.3."])],
  ["v1.2.4", expect.arrayContaining(["@mortise/conformance needs mortise ^1.2.3, not ^1.2.4."])],
  ["v1.2.4", expect.arrayContaining([expect.stringContaining("The changelog of mortise begins with")])],
])("otherwise %s is refused", (tag, problems) => {
  const read = packagesWith("1.2.3", "^1.2.3", "## 1.2.3 - 2027-01-31")
  expect(releaseProblems(tag, read)).toEqual(problems)
})

test("a changelog without a date is refused", () => {
  const read = packagesWith("1.2.3", "^1.2.3", "## 1.2.3 - Unreleased")
  expect(releaseProblems("v1.2.3", read)).toHaveLength(2)
})
