import { describe, expect, test } from "vitest"
import { whyInstall } from "../../../../scripts/ensure-install.mjs"
import { temporaryTree } from "../support/temporary-tree.ts"

describe("the install check", () => {
  const lock = (version: string) =>
    JSON.stringify({
      packages: {
        "": {},
        "node_modules/a": { version },
        "node_modules/b": { version: "1.0.0", optional: true },
      },
    })

  test.each([
    [
      "asks for an install on a fresh clone",
      { "package-lock.json": lock("1.0.0") },
      "node_modules is missing",
    ],
    [
      "asks for an install when a version changed",
      { "package-lock.json": lock("1.1.0"), "node_modules/.package-lock.json": lock("1.0.0") },
      "node_modules/a is not at 1.1.0",
    ],
    [
      "asks for none when node_modules matches the lock file",
      { "package-lock.json": lock("1.0.0"), "node_modules/.package-lock.json": lock("1.0.0") },
      undefined,
    ],
    [
      "accepts that an optional package of another platform is missing",
      {
        "package-lock.json": lock("1.0.0"),
        "node_modules/.package-lock.json": JSON.stringify({
          packages: { "node_modules/a": { version: "1.0.0" } },
        }),
      },
      undefined,
    ],
  ])("%s", (_, files: Record<string, string>, reason) => {
    expect(whyInstall(temporaryTree(files))).toBe(reason)
  })
})
