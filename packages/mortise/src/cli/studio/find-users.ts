import type { PageOptions } from "../../index.ts"
import type { UserPage } from "./api-types.ts"
import type { Context } from "./context.ts"
import { searchUsers } from "./search-users.ts"
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
