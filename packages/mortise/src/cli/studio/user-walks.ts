import type { People, UserRow } from "../users/people.ts"
import type { ReadOrder } from "../users/user-orders.ts"
import type { UserPage, UserSummary } from "./api-types.ts"
import { RequestError } from "./request-error.ts"

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

type Entry = { readonly user: UserSummary; readonly position: string }

/** Reads users in an order, a page after a position. `next` is null on the last page. */
export type Walk = (
  after: string | null,
  limit: number,
) => Promise<{ readonly entries: readonly Entry[]; readonly next: string | null }>

/** All users by id, or by email those whose email starts with a text. */
export const walkRows =
  (rows: UserRows, prefix?: string): Walk =>
  async (after, limit) => {
    const { users, next } = await rows.page(limit, after, prefix)
    const by = prefix === undefined ? "id" : "email"
    return { entries: users.map((user) => ({ user, position: String(user[by]) })), next }
  }

/** Users in an order of the database. Those that were deleted meanwhile are left out. */
export const walkOrder =
  (rows: UserRows, order: ReadOrder, isBySession: boolean): Walk =>
  async (after, limit) => {
    const page = await order(after, limit).catch((error) => {
      if (error instanceof SyntaxError) throw new RequestError(400, "invalid", "The position is not valid.")
      throw error
    })
    const entries = page.entries.map(async ({ id, position, time }): Promise<Entry[]> => {
      const user = await rows.find(id)
      return user ? [{ user: { ...user, ...(isBySession && { sessionExpires: time }) }, position }] : []
    })
    return { entries: (await Promise.all(entries)).flat(), next: page.next }
  }

type Limits = {
  readonly limit: number
  /** How many users are read at once, and at most. A page may be shorter, even empty, and not be the last. */
  readonly readAtOnce: number
  readonly readAtMost: number
}

/** The users of a walk that match, up to a limit, after at most a number of users were read. */
export async function filterUsers(
  walk: Walk,
  matches: (user: UserSummary) => boolean,
  after: string | null,
  { limit, readAtOnce, readAtMost }: Limits,
): Promise<UserPage> {
  const users: UserSummary[] = []
  let [read, next, pages] = [0, after, Math.ceil(readAtMost / readAtOnce)]
  do {
    const page = await walk(next, readAtOnce)
    for (const [index, { user, position }] of page.entries.entries()) {
      read++
      if (!matches(user)) continue
      users.push(user)
      const isLast = index === page.entries.length - 1
      if (users.length === limit) return { users, next: isLast ? page.next : position, read }
    }
    next = page.next
  } while (next !== null && --pages > 0)
  return { users, next, read }
}
