import { type Sort, sorts, type UserSummary } from "./api-types.ts"
import { RequestError } from "./request-error.ts"

/** Which users a list has, and in which order. */
export type UserQuery = {
  /** Empty for all users. */
  readonly search: string
  readonly sort: Sort
  /** Undefined for both. */
  readonly isVerified: boolean | undefined
  readonly isSuspended: boolean | undefined
  /** Empty for all users. */
  readonly provider: string
}

/** All users, by id. */
export const everybody: UserQuery = {
  search: "",
  sort: "id",
  isVerified: undefined,
  isSuspended: undefined,
  provider: "",
}

const pageSize = 50
const maxPageSize = 1000

export function parseQuery(query: URLSearchParams): UserQuery {
  const text = (name: string) => query.get(name) ?? ""
  const sort = (text("sort") || everybody.sort) as Sort
  if (!sorts.includes(sort)) throw invalidValue("sort", sorts)
  const choose = (name: string): boolean | undefined => {
    const value = text(name)
    if (!["", "yes", "no"].includes(value)) throw invalidValue(name, ["yes", "no"])
    return value === "" ? undefined : value === "yes"
  }
  return {
    search: text("search").trim(),
    sort,
    isVerified: choose("verified"),
    isSuspended: choose("suspended"),
    provider: text("provider"),
  }
}

/** The page asks for many users in one request when it returns to a list that showed several pages. */
export function parseLimit(text: string | null): number {
  const limit = Number(text ?? pageSize)
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxPageSize) return limit
  throw new RequestError(400, "invalid", `The limit must be a whole number from 1 to ${maxPageSize}.`)
}

const invalidValue = (name: string, values: readonly string[]): RequestError =>
  new RequestError(400, "invalid", `The value of ${name} must be one of ${values.join(", ")}.`)

export const hasFilter = ({ isVerified, isSuspended }: UserQuery): boolean =>
  isVerified !== undefined || isSuspended !== undefined

/** Whether a user passes the filters that a user's own row decides. */
export const passesFilters = (
  { isVerified, isSuspended }: UserQuery,
  user: Pick<UserSummary, "emailVerified" | "isSuspended">,
): boolean =>
  (isVerified === undefined || isVerified === (user.emailVerified !== null)) &&
  (isSuspended === undefined || isSuspended === user.isSuspended)
