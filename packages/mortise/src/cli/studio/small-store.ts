import type { UserPage, UserSummary } from "./api-types.ts"
import { passesFilters, type UserQuery } from "./user-query.ts"
import type { UserRows } from "./user-walks.ts"

/** A search in names and some orders need all users, because no index has them. With this many it takes less than a second. */
export const smallStore = 10_000

// A row may have an image of 64 KiB, and an answer of mortise/http at most 16 MiB.
export const readAtOnce = 200

type Match = { readonly user: UserSummary; readonly position: string }

// A store that was large once is not read again.
const large = new WeakSet<UserRows>()

/** All users that pass the filters, or `undefined` if the store has too many users. */
async function readAllUsers(rows: UserRows, query: UserQuery): Promise<UserSummary[] | undefined> {
  if (large.has(rows)) return undefined
  const users: UserSummary[] = []
  let [read, next]: [number, string | null] = [0, null]
  do {
    const page = await rows.page(readAtOnce, next)
    users.push(...page.users.filter((user) => passesFilters(query, user)))
    read += page.users.length
    if (read > smallStore) {
      large.add(rows)
      return undefined
    }
    next = page.next
  } while (next !== null)
  return users
}

/**
 * Users whose name or email contains the text, and the user with this id. Case and accents do not matter. The best
 * matches are first. `undefined` if the store has too many users.
 */
export async function searchUsers(
  rows: UserRows,
  query: UserQuery,
  after: string | null,
  limit: number,
): Promise<UserPage | undefined> {
  const users = await readAllUsers(rows, query)
  const rank = createRank(query.search)
  const matches = users?.flatMap((user) => {
    const order = rank(user)
    return order === undefined ? [] : [{ user, position: `${order} ${user.email ?? ""} ${user.id}` }]
  })
  return matches && { ...cutPage(matches, after, limit, false), searched: "names" }
}

/** All users by the time of their creation. Those without one are last. */
export async function sortByCreation(
  rows: UserRows,
  query: UserQuery,
  after: string | null,
  limit: number,
): Promise<UserPage | undefined> {
  const isDescending = query.sort === "newest"
  const users = await readAllUsers(rows, query)
  const missing = isDescending ? "" : "~"
  const matches = users?.map((user) => ({ user, position: `${user.created ?? missing} ${user.id}` }))
  return matches && cutPage(matches, after, limit, isDescending)
}

function cutPage(
  matches: readonly Match[],
  after: string | null,
  limit: number,
  isDescending: boolean,
): UserPage {
  const isLater = (left: string, right: string) => (isDescending ? left < right : left > right)
  const sorted = matches
    .filter(({ position }) => after === null || isLater(position, after))
    .sort((left, right) => (isLater(left.position, right.position) ? 1 : -1))
  const shown = sorted.slice(0, limit)
  return {
    users: shown.map(({ user }) => user),
    next: sorted.length > limit ? (shown.at(-1)?.position ?? null) : null,
    found: matches.length,
  }
}

/** Returns a function that tells how well a user matches a text: 0 is best, and undefined is not at all. */
export function createRank(search: string): (user: UserSummary) => number | undefined {
  const text = foldText(search)
  return ({ id, email, name }) => {
    if (id === search) return 0
    // A text of accents alone is contained in everything.
    if (text === "") return undefined
    const [address, called] = [foldText(email ?? ""), foldText(name ?? "")]
    if (address.startsWith(text)) return 1
    if (called.startsWith(text)) return 2
    return called.includes(text) || address.includes(text) ? 3 : undefined
  }
}

const foldText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
