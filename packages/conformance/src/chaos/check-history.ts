import { checkCounter, checkEquality, checkRevocation, checkToken, checkUniqueness } from "./check-any-row.ts"
import { checkOwnRow } from "./check-own-row.ts"
import { checkSerialOrder } from "./check-serial-order.ts"
import type { ChaosFinding } from "./finding.ts"
import type { KeyHistory } from "./key-history.ts"

/** In this order: the first one that fails names the finding. The search for a serial order is the most general. */
const rowChecks: readonly ((history: KeyHistory) => ChaosFinding | undefined)[] = [
  checkToken,
  checkRevocation,
  checkCounter,
  checkOwnRow,
  checkUniqueness,
  checkSerialOrder,
  checkEquality,
]

/** The first broken promise of each row. */
export const checkHistory = (histories: readonly KeyHistory[]): ChaosFinding[] =>
  histories.flatMap((history) => {
    for (const check of rowChecks) {
      const finding = check(history)
      if (finding) return [finding]
    }
    return []
  })
