import { isSuspended } from "../../auth/users/suspension.ts"
import type { PageOptions, User } from "../../index.ts"
import type { UserPage, UserSummary } from "./api-types.ts"
import type { Context } from "./context.ts"

const pageSize = 50

/**
 * One page of users: without a search all of them by id, else those whose email starts with the text. A text that is
 * the id of a user finds this user first. The store reads each page by an index, so the number of users does not matter.
 */
export async function findUsers({ store }: Context, search: string, after: string | null): Promise<UserPage> {
  const key = search === "" ? "id" : "email"
  const options: PageOptions = {
    limit: pageSize,
    ...(search !== "" && { prefix: search }),
    ...(after !== null && { after: { [key]: after } }),
  }
  const [{ rows, next }, named] = await Promise.all([
    store.upkeep.page("user", options),
    search === "" || after !== null ? null : store.adapter.getUser(search),
  ])
  const others = rows.filter(({ id }) => id !== named?.id)
  return { users: [...(named ? [named] : []), ...others].map(summaryOf), next: next?.[key] ?? null }
}

const summaryOf = (user: User): UserSummary => ({
  id: user.id,
  email: user.email,
  name: user.name ?? null,
  isSuspended: isSuspended(user),
})
