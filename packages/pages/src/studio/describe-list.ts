import type { RowCount } from "../../../mortise/src/cli/studio/api-types.ts"
import { formatCount } from "./plural.ts"

/** What a search compares with the text. */
export const describeScope = (isLarge: boolean, namesUpTo: number): string =>
  isLarge
    ? `The start of an email, or a whole id. Names are searched in stores with up to ${namesUpTo.toLocaleString("en")} users: no store has an index of names, so a search would read every user.`
    : "Any part of a name or email, or a whole id. If only one user is found, Enter opens it."

/** What the search did not find. */
export const describeEmptyList = (isLarge: boolean): string =>
  isLarge
    ? "No email starts with this text, and no user has it as id. Names were not searched."
    : "No name or email contains this text, and no user has it as id."

type ListState = {
  /** How many rows are shown. */
  readonly rows: number
  readonly search: string
  readonly isLoading: boolean
  /** Whether all rows were read. */
  readonly isComplete: boolean
  /** How many users match, if the search counted them. */
  readonly matchCount: number | undefined
  /** How many users the store has. */
  readonly total: RowCount | undefined
}

/** How many users are shown, and how many there are. */
export function describeList({ rows, search, isLoading, isComplete, matchCount, total }: ListState): string {
  if (isLoading && rows === 0) return "Loading"
  if (!isComplete && rows === 0) return "Not loaded"
  if (search !== "") {
    const all = matchCount ?? (isComplete ? rows : undefined)
    if (all === undefined) return `${formatCount(rows, "user")} found so far`
    return `${ofAll(rows, all)}${formatCount(all, "user")} found`
  }
  // Users may have been added since they were counted.
  if (isComplete) return formatCount(rows, "user")
  if (!total || total.rows === null) return `${formatCount(rows, "user")} so far`
  const bound = total.isAtMost ? "at most " : total.isExact ? "" : "at least "
  return `${ofAll(rows, total.rows)}${bound}${formatCount(total.rows, "user")}`
}

const ofAll = (rows: number, all: number): string => (rows < all ? `${rows.toLocaleString("en")} of ` : "")
