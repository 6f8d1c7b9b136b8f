import type { UserOrders } from "../users/user-orders.ts"
import type { ListOptions, RowCount, Sort, UserPage, UserSummary } from "./api-types.ts"
import { RequestError } from "./request-error.ts"
import { createRank, readAtOnce, searchUsers, smallStore, sortByCreation } from "./small-store.ts"
import type { Source } from "./source.ts"
import { hasFilter, passesFilters, type UserQuery } from "./user-query.ts"
import { filterUsers, type UserRows, type Walk, walkOrder, walkRows } from "./user-walks.ts"

/** What lists of users are read from. */
type Parts = {
  readonly rows: UserRows
  /** How many users there are, up to a number above `smallStore`. */
  countUsers(): Promise<RowCount>
  /** The orders of the database; undefined for a store without tables. */
  findOrders(): Promise<UserOrders | undefined>
  /** Why the database has no sessions to sort by, as a sentence. */
  readonly withoutSessions?: string | undefined
}

/** The lists of users that a store can read page by page. */
export function createUserLists(parts: Parts): Pick<Source, "users" | "listOptions"> {
  let known: ReturnType<Parts["findOrders"]> | undefined
  const findOrders = () => {
    known ??= parts.findOrders().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    users: (query, after, limit) => findUsers({ ...parts, findOrders }, query, after, limit),
    listOptions() {
      // The page was reloaded, and an index may have been added.
      known = undefined
      return readListOptions({ ...parts, findOrders })
    },
  }
}

/**
 * One page of users. Each request reads a page of an index, or at most 10,000 users: a list of a large store is never
 * sorted, and one that is filtered goes on where the request before stopped.
 */
async function findUsers(
  { rows, findOrders }: Parts,
  query: UserQuery,
  after: string | null,
  limit: number,
): Promise<UserPage> {
  const { search, sort, provider } = query
  const rank = createRank(search)
  const matches = (user: UserSummary) =>
    passesFilters(query, user) && (search === "" || provider === "" || rank(user) !== undefined)
  const read = (walk: Walk, readAtMost: number) =>
    filterUsers(walk, matches, after, {
      limit,
      readAtOnce: hasFilter(query) || search !== "" ? Math.max(limit, readAtOnce) : limit,
      readAtMost,
    })
  const orders = provider !== "" || sort !== "id" ? await findOrders() : undefined
  // Each user is a query of its own.
  const readMost = readAtOnce * 5
  if (provider !== "")
    return read(walkOrder(rows, requireOffered(orders?.provider)(provider), false), readMost)
  if (search !== "")
    return (await searchUsers(rows, query, after, limit)) ?? findStart(rows, query, after, limit)
  if (sort === "id") return hasFilter(query) ? read(walkRows(rows), smallStore) : rows.page(limit, after)
  if (sort === "session") return read(walkOrder(rows, requireOffered(orders?.session), true), readMost)
  const created = await findCreated(rows, orders)
  if (created) return read(walkOrder(rows, created(sort === "newest"), false), readMost)
  return requireOffered(await sortByCreation(rows, query, after, limit))
}

function requireOffered<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new RequestError(409, "unsupported", "This list is not offered for this store: reload the page.")
}

/** Users whose email starts with the text. A text that is the id of a user finds this user first. */
async function findStart(
  rows: UserRows,
  query: UserQuery,
  after: string | null,
  limit: number,
): Promise<UserPage> {
  const isNew = (user: UserSummary) => user.id !== query.search && passesFilters(query, user)
  const [page, named] = await Promise.all([
    filterUsers(walkRows(rows, query.search), isNew, after, {
      limit,
      readAtOnce: Math.max(limit, hasFilter(query) ? readAtOnce : 0),
      readAtMost: smallStore,
    }),
    after === null ? rows.find(query.search) : null,
  ])
  const first = named && passesFilters(query, named) ? [named] : []
  const { read, ...found } = page
  return {
    ...found,
    users: [...first, ...page.users],
    searched: "emails",
    ...(hasFilter(query) && { read }),
  }
}

/** The order of creation that an index has: of the field, or of ids that start with their time. */
async function findCreated(rows: UserRows, orders: UserOrders | undefined): Promise<UserOrders["created"]> {
  if (!orders || orders.hasCreated) return orders?.created
  const ends = [false, true].map(async (isDescending) => {
    const [entry] = (await orders.ids?.(isDescending)(null, 1))?.entries ?? []
    return entry ? ((await rows.find(entry.id))?.created ?? null) : null
  })
  // Ids without a time would be among the first or the last of all.
  return (await Promise.all(ends)).includes(null) ? undefined : orders.ids
}

/** Which orders and providers the store can list, and why it cannot list others. */
async function readListOptions(lists: Parts): Promise<ListOptions> {
  const { rows, countUsers, findOrders, withoutSessions } = lists
  const orders = await findOrders()
  const [{ rows: count }, created, providers, isIncomplete] = await Promise.all([
    countUsers(),
    findCreated(rows, orders),
    orders?.readProviders() ?? [],
    orders?.leavesOutUsers(),
  ])
  const isSmall = (count ?? 0) <= smallStore
  const isKnown =
    orders?.hasCreated || (await rows.page(20, null)).users.some((user) => user.created !== null)
  const byCreation: readonly Sort[] = created || (isSmall && isKnown) ? ["newest", "oldest"] : []
  const notes = [
    isIncomplete && "Sorting by creation leaves out users without a time of creation.",
    byCreation.length === 0 && describeCreation(isKnown, orders),
    !orders && "Only SQL stores can sort by the last session and filter by provider.",
    orders &&
      !orders.session &&
      (withoutSessions ??
        "Sorting by the last session needs indexes on the owner and the expiry of sessions."),
    orders &&
      !orders.provider &&
      "Filtering by provider needs indexes on accounts: the provider with its account id, and the owner.",
  ]
  return {
    sorts: ["id", ...byCreation, ...(orders?.session ? (["session"] as const) : [])],
    providers,
    notes: notes.filter((note) => typeof note === "string"),
  }
}

function describeCreation(isKnown: boolean, orders: UserOrders | undefined): string {
  if (!isKnown) return "The store does not know when users were created."
  const index = orders?.hasCreated ? ` An index on ${orders.createdPlace} changes that.` : ""
  return `Sorting ${smallStore.toLocaleString("en")} users or more by creation would read all of them.${index}`
}
