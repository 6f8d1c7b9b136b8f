import type { RowCount, UserPage } from "../../../mortise/src/cli/studio/api-types.ts"
import { formatCount } from "./plural.ts"

/** What a search compares with the text. */
export const describeScope = (isLarge: boolean, namesUpTo: number): string =>
  isLarge
    ? `The start of an email, or a whole id. Names are searched in stores with up to ${namesUpTo.toLocaleString("en")} users: no store has an index of names, so a search would read every user.`
    : "Any part of a name or email, or a whole id. If only one user is found, Enter opens it."

/** What a list without users says. */
export function describeEmptyList(isFiltered: boolean, isLarge: boolean): string {
  if (isFiltered) return "The filters leave out everybody who matches."
  return isLarge
    ? "No email starts with this text, and no user has it as id. Names were not searched."
    : "No name or email contains this text, and no user has it as id."
}

type ListState = {
  /** How many rows are shown. */
  readonly rows: number
  /** Whether the list has only some of all users. */
  readonly isPartial: boolean
  readonly isLoading: boolean
  /** Whether all rows were read. */
  readonly isComplete: boolean
  /** What the last request said about the whole list. */
  readonly info: Pick<UserPage, "found" | "read"> | undefined
  /** How many users the store has. */
  readonly total: RowCount | undefined
}

/** How many users are shown, and how many there are. */
export function describeList({ rows, isPartial, isLoading, isComplete, info, total }: ListState): string {
  if (isLoading && rows === 0) return "Loading"
  if (!isComplete && rows === 0) return "Not loaded"
  if (isPartial) {
    const all = info?.found ?? (isComplete ? rows : undefined)
    if (all === undefined) {
      const read = info?.read ? `, ${info.read.toLocaleString("en")} looked at` : ""
      return `${formatCount(rows, "user")} found so far${read}`
    }
    return `${ofAll(rows, all)}${formatCount(all, "user")} found`
  }
  // Users may have been added since they were counted.
  if (isComplete) return formatCount(rows, "user")
  if (!total || total.rows === null) return `${formatCount(rows, "user")} so far`
  const bound = total.isAtMost ? "at most " : total.isExact ? "" : "at least "
  return `${ofAll(rows, total.rows)}${bound}${formatCount(total.rows, "user")}`
}

const ofAll = (rows: number, all: number): string => (rows < all ? `${rows.toLocaleString("en")} of ` : "")
