import { joinKey } from "mortise/store"
import { expect, test } from "vitest"

test("joined keys are equal only if all their values are", () => {
  const join = (first: string, second: string | null) => joinKey({ first, second }, ["first", "second"])
  expect(join("github", "1")).toBe("6:github1:1")
  expect(join("a", "1:b")).not.toBe(join("a1:", "b"))
  expect(join("github", null)).toBeUndefined()
  expect(joinKey({ email: "a@example.com" }, ["email"])).toBe("a@example.com")
})
