import type { Key, Page, PageOptions, User } from "../../index.ts"
import type { UserPage, UserSummary } from "./api-types.ts"
import type { Context } from "./context.ts"
import { summaryOf } from "./user-summary.ts"

export const pageSize = 50
export const maxPageSize = 1000

/**
 * One page of users: without a search all of them by id. A search compares names and emails if the store is small. In a
 * large store it finds emails that start with the text, and a whole id: the store reads both by an index.
 */
export async function findUsers(
  context: Context,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserPage> {
  const { upkeep } = context.store
  if (search !== "")
    return (await searchUsers(context, search, after, limit)) ?? findStart(context, search, after, limit)
  const { rows, next } = await upkeep.page("user", { limit, ...(after !== null && { after: { id: after } }) })
  return { users: rows.map(summaryOf), next: next?.["id"] ?? null }
}

/** Users whose email starts with the text. A text that is the id of a user finds this user first. */
async function findStart(
  { store }: Context,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserPage> {
  const options: PageOptions = { limit, prefix: search, ...(after !== null && { after: { email: after } }) }
  const [{ rows, next }, named] = await Promise.all([
    store.upkeep.page("user", options),
    after === null ? store.adapter.getUser(search) : null,
  ])
  const others = rows.filter(({ id }) => id !== named?.id)
  const users = [...(named ? [named] : []), ...others].map(summaryOf)
  return { users, next: next?.["email"] ?? null, searched: "emails" }
}

/** No store has an index of names, so a search reads all users. With this many it takes less than a second. */
export const smallStore = 10_000

// A row may have an image of 64 KiB, and an answer of mortise/http at most 16 MiB.
const readAtOnce = 200

type Match = { readonly user: UserSummary; readonly position: string }

// A store that was large once is not read again.
const large = new WeakSet<Context["store"]>()

/**
 * Users whose name or email contains the text, and the user with this id. Case and accents do not matter. The best
 * matches are first. `undefined` if the store has too many users.
 */
async function searchUsers(
  { store }: Context,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserPage | undefined> {
  if (large.has(store)) return undefined
  const text = folded(search)
  const matches: Match[] = []
  let [read, next]: [number, Key | null | undefined] = [0, undefined]
  while (next !== null) {
    const page: Page<User> = await store.upkeep.page("user", {
      limit: readAtOnce,
      ...(next && { after: next }),
    })
    for (const user of page.rows) {
      const rank = rankOf(user, search, text)
      if (rank !== undefined)
        matches.push({ user: summaryOf(user), position: `${rank} ${user.email ?? ""} ${user.id}` })
    }
    read += page.rows.length
    if (read > smallStore) {
      large.add(store)
      return undefined
    }
    next = page.next
  }
  const sorted = matches
    .filter(({ position }) => after === null || position > after)
    .sort((one, other) => (one.position < other.position ? -1 : 1))
  const shown = sorted.slice(0, limit)
  return {
    users: shown.map(({ user }) => user),
    next: sorted.length > limit ? (shown.at(-1)?.position ?? null) : null,
    searched: "names",
    found: matches.length,
  }
}

/** How well a user matches; the best is 0. */
function rankOf({ id, email, name }: User, search: string, text: string): number | undefined {
  if (id === search) return 0
  // A text of accents alone is contained in everything.
  if (text === "") return undefined
  const [address, called] = [folded(email ?? ""), folded(name ?? "")]
  if (address.startsWith(text)) return 1
  if (called.startsWith(text)) return 2
  return called.includes(text) || address.includes(text) ? 3 : undefined
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
