import type { Ends } from "../../transactions/interactive.ts"
import { violation } from "./violation.ts"

/**
 * How a transaction ends on SQLite, for clients that do not report it. After a full disk, a damaged file or a lost lock,
 * SQLite may have rolled it back, and would commit each further statement on its own.
 */
export const sqliteEnds: Ends = {
  endsOnError: false,
  endsTransaction(error) {
    const meaning = violation(error)
    return meaning === undefined || ("code" in meaning && meaning.code !== "invalid")
  },
  // The reason is unknown.
  isRetried: () => false,
}
