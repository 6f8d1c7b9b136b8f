import type { NewCase } from "../../../case.ts"
import { untouchedRows } from "./calls.ts"
import { writesAfterRefusals } from "./later-writes.ts"
import { untouchedByRefusals } from "./refusals.ts"

/** A call changes the row that it names, and no other row of two people. */
export const untouched: readonly NewCase[] = [
  ...untouchedRows,
  ...untouchedByRefusals,
  ...writesAfterRefusals,
]
