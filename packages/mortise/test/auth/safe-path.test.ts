import { describe, expect, test } from "vitest"
import { safePath } from "../../src/auth/http/safe-path.ts"

describe("a path to return to", () => {
  test.each([
    ["/", "/"],
    ["/a?b=c#d", "/a?b=c#d"],
    ["/a/../b", "/b"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/./\\evil.example", "/"],
    ["/x/..//evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["https://app.example/a", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["", "/"],
    [undefined, "/"],
    [["/a"], "/"],
    [`/${"a".repeat(3000)}`, "/"],
  ])("%j becomes %j", (given, path) => {
    expect(safePath(given, "https://app.example")).toBe(path)
  })
})
