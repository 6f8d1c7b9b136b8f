import { expect, test } from "vitest"
import { matchRows } from "../../../src/sql/batching/match-rows.ts"

/** Whether a batch with all values knows that one of them has no row, when it found the rows of some texts. */
const isCertain = (value: string, ...texts: string[]): boolean =>
  matchRows(
    [value, ...texts, "other"],
    texts.map((text) => [text]),
    ([text]) => String(text),
  ).isCertain(value)

test("SEC-T17 a batch does not decide about a value that may be another spelling of one with a row", () => {
  expect(isCertain("Eve", "eve")).toBe(false)
  expect(isCertain("1.0", "1")).toBe(false)
  expect(isCertain("1e2", "100")).toBe(false)
  expect(isCertain("strasse", "straße")).toBe(false)
  expect(isCertain("straße", "strasse")).toBe(false)
  expect(isCertain("ab-c", "abc")).toBe(false)
  expect(isCertain("eva", "eve")).toBe(true)
  expect(isCertain("12", "1", "2")).toBe(true)
})
