import type { People, UserRow } from "../users/people.ts"
import type { UserPage, UserSummary } from "./api-types.ts"

/** How users are read. */
export type UserRows = {
  /** A page of all users by id, or by email of those whose email starts with a text. `after` is an id or an email. */
  page(limit: number, after: string | null, prefix?: string): Promise<UserPage>
  find(id: string): Promise<UserSummary | null>
}

/** Reads users through `people`, as a list shows them. */
export const createUserRows = (people: People, toSummary: (user: UserRow) => UserSummary): UserRows => ({
  async page(limit, after, prefix) {
    const { rows, next } = await people.page({ limit, after: after ?? undefined, prefix })
    return { users: rows.map(toSummary), next }
  },
  async find(id) {
    const user = await people.find(id)
    return user && toSummary(user)
  },
})

export const pageSize = 50
export const maxPageSize = 1000

/**
 * One page of users: without a search all of them by id. A search compares names and emails if the store is small. In a
 * large store it finds emails that start with the text, and a whole id: the store reads both by an index.
 */
export async function findUsers(
  rows: UserRows,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserPage> {
  if (search === "") return rows.page(limit, after)
  return (await searchUsers(rows, search, after, limit)) ?? findStart(rows, search, after, limit)
}

/** Users whose email starts with the text. A text that is the id of a user finds this user first. */
async function findStart(
  rows: UserRows,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserPage> {
  const [{ users, next }, named] = await Promise.all([
    rows.page(limit, after, search),
    after === null ? rows.find(search) : null,
  ])
  const others = users.filter(({ id }) => id !== named?.id)
  return { users: [...(named ? [named] : []), ...others], next, searched: "emails" }
}

/** No store has an index of names, so a search reads all users. With this many it takes less than a second. */
export const smallStore = 10_000

// A row may have an image of 64 KiB, and an answer of mortise/http at most 16 MiB.
const readAtOnce = 200

type Match = { readonly user: UserSummary; readonly position: string }

// A store that was large once is not read again.
const large = new WeakSet<UserRows>()

/**
 * Users whose name or email contains the text, and the user with this id. Case and accents do not matter. The best
 * matches are first. `undefined` if the store has too many users.
 */
async function searchUsers(
  rows: UserRows,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserPage | undefined> {
  if (large.has(rows)) return undefined
  const text = foldText(search)
  const matches: Match[] = []
  let [read, next]: [number, string | null] = [0, null]
  do {
    const page = await rows.page(readAtOnce, next)
    for (const user of page.users) {
      const rank = rankUser(user, search, text)
      if (rank !== undefined) matches.push({ user, position: `${rank} ${user.email ?? ""} ${user.id}` })
    }
    read += page.users.length
    if (read > smallStore) {
      large.add(rows)
      return undefined
    }
    next = page.next
  } while (next !== null)
  const sorted = matches
    .filter(({ position }) => after === null || position > after)
    .sort((left, right) => (left.position < right.position ? -1 : 1))
  const shown = sorted.slice(0, limit)
  return {
    users: shown.map(({ user }) => user),
    next: sorted.length > limit ? (shown.at(-1)?.position ?? null) : null,
    searched: "names",
    found: matches.length,
  }
}

/** How well a user matches; the best is 0. */
function rankUser({ id, email, name }: UserSummary, search: string, text: string): number | undefined {
  if (id === search) return 0
  // A text of accents alone is contained in everything.
  if (text === "") return undefined
  const [address, called] = [foldText(email ?? ""), foldText(name ?? "")]
  if (address.startsWith(text)) return 1
  if (called.startsWith(text)) return 2
  return called.includes(text) || address.includes(text) ? 3 : undefined
}

const foldText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
