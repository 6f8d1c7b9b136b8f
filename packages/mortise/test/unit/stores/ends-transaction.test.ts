import { expect, test } from "vitest"
import { endOf } from "../../../src/stores/sql/orms/connections/ends-transaction.ts"

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
  expect(endOf(text)).toEqual(end)
})
