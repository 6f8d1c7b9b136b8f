import { expect, test } from "vitest"
import { parseEnd } from "../../../src/sql/orms/connections/ends-transaction.ts"
import { getTurns } from "../../../src/sql/orms/drizzle/drizzle-turns.ts"

test.each([
  ["commit", { depth: 0, undoes: false }],
  ["COMMIT;", { depth: 0, undoes: false }],
  ["END", { depth: 0, undoes: false }],
  ["rollback", { depth: 0, undoes: true }],
  ["abort", { depth: 0, undoes: true }],
  ["release savepoint sp1", { depth: 1, undoes: false }],
  ["rollback to savepoint sp2", { depth: 2, undoes: true }],
  ["RELEASE SAVEPOINT typeorm_1", { depth: 1, undoes: false }],
  ["ROLLBACK TO SAVEPOINT typeorm_3", { depth: 3, undoes: true }],
  ['rollback to "after_insert"', { depth: Number.POSITIVE_INFINITY, undoes: true }],
  ["SAVEPOINT sp1", undefined],
  ["SAVEPOINT mortise", undefined],
  ["RELEASE SAVEPOINT mortise", undefined],
  ["ROLLBACK TO SAVEPOINT mortise", undefined],
  ["select 'commit'", undefined],
  ["INSERT INTO commits VALUES (1)", undefined],
  [{ text: "commit" }, undefined],
])("SEC-S4: %j ends what it names", (text, end) => {
  expect(parseEnd(text)).toEqual(end)
})

test.each([
  ["of libsql, which are counted from 0", { commit() {}, rollback() {}, close() {} }, "sp0"],
  ["of other clients, which are counted from 1", undefined, "sp1"],
] as const)("Drizzle's savepoints %s, end a nested transaction only", async (_, tx, savepoint) => {
  const prepareQuery = (_query: { readonly sql: string }) => ({ run: async () => {} })
  const session = { ...(tx && { tx }), prepareQuery }
  const turns = getTurns(session)
  const [outer, nested] = [turns.at(0), turns.at(1)]
  await session.prepareQuery({ sql: `rollback to savepoint ${savepoint}` }).run()
  await expect(nested.call(async () => 1)).rejects.toMatchObject({ code: "unavailable" })
  expect(await outer.call(async () => 1)).toBe(1)
})
