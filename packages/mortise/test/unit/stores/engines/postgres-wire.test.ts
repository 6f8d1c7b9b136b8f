import { expect, test } from "vitest"
import { isWire } from "../../../../src/sql/drivers/pg/query.ts"

const bind = () => {}

test("a connection of pg can bind statements that it has parsed", () => {
  expect(isWire({ bind, parsedStatements: {} })).toBe(true)
})

test.each([
  ["no connection", undefined],
  ["one that cannot bind", { parsedStatements: {} }],
  ["one that parses no statements", { bind }],
  ["one of pg before 8.2, which has a writer", { bind, parsedStatements: {}, writer: {} }],
])("%s is not a connection of pg", (_, connection) => {
  expect(isWire(connection)).toBe(false)
})
