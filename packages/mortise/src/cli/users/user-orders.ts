import type { Dialect } from "../../sql/dialect.ts"
import type { FoundColumn, FoundTable } from "../../sql/introspection/found-table.ts"
import type { Ask, Introspection } from "../../sql/introspection/introspection.ts"
import type { KeyEntry, KeyOrder, KeyPosition } from "../../sql/introspection/key-pages.ts"

type Name = string | undefined

/** The tables that can order users, with the names of their columns. */
type UserTables = {
  readonly ask: Ask
  readonly dialect: Dialect
  readonly introspection: Pick<Introspection, "readTables" | "foldName">
  readonly user: { readonly table: string; readonly id: Name; readonly created: Name }
  readonly account: {
    readonly table: string
    readonly provider: Name
    readonly key: Name
    readonly user: Name
  }
  /** Absent if the database does not store live sessions. */
  readonly session: { readonly table: string; readonly key: Name; readonly user: Name } | undefined
}

/** A user's place in an order, and the time that sorts if the order is one of times. */
type OrderedUser = { readonly id: string; readonly position: string; readonly time: string | null }

/** Reads a page after a position. `next` is null on the last page. */
export type ReadOrder = (
  after: string | null,
  limit: number,
) => Promise<{ readonly entries: readonly OrderedUser[]; readonly next: string | null }>

/** The orders that an index of the database has: a page reads only its own rows. */
export type UserOrders = {
  readonly ids: ((isDescending: boolean) => ReadOrder) | undefined
  readonly created: ((isDescending: boolean) => ReadOrder) | undefined
  /** Users with a session: the one whose session expires last is first. */
  readonly session: ReadOrder | undefined
  readonly provider: ((provider: string) => ReadOrder) | undefined
  readProviders(): Promise<readonly string[]>
  /** Whether users have a column with the time of their creation. */
  readonly hasCreated: boolean
  /** Whether the column is empty for some users, whom `created` leaves out. */
  leavesOutUsers(): Promise<boolean>
  /** The table and the column whose index is missing, as text. */
  readonly createdPlace: string
}

/** Finds out which orders the indexes of the database have. */
export async function findOrders(tables: UserTables): Promise<UserOrders> {
  const { isIndexed, readFirstValues, readKeyPage } = await import("../../sql/introspection/key-pages.ts")
  const { findFoundColumn, findFoundTable } = await import("../../sql/introspection/referenced-column.ts")
  const { ask, introspection, user, account, session } = tables
  const names = [user.table, account.table, ...(session ? [session.table] : [])]
  const existing = await introspection.readTables(ask, names)
  const find = (table: string, name: Name): FoundColumn | undefined =>
    name === undefined ? undefined : findFoundColumn(introspection, existing, table, name)
  const hasIndex = (table: string, ...columns: readonly FoundColumn[]) =>
    isIndexed(findFoundTable(introspection, existing, table) as FoundTable, columns)
  const read = (order: KeyOrder) => createReader((after, limit) => readKeyPage(tables, order, after, limit))

  const id = find(user.table, user.id)
  const created = find(user.table, user.created)
  const byUser = (column: FoundColumn | undefined) =>
    id && column && hasIndex(user.table, column)
      ? (isDescending: boolean) => read({ table: user.table, key: column, user: id, isDescending })
      : undefined
  const byCreation = byUser(created)
  const findSession = () => {
    const [key, owner] = [find(session?.table ?? "", session?.key), find(session?.table ?? "", session?.user)]
    if (!session || !key || !owner || !hasIndex(session.table, key) || !hasIndex(session.table, owner)) return
    return read({ table: session.table, key, user: owner, isDescending: true })
  }
  const [provider, key, owner] = [account.provider, account.key, account.user].map((name) =>
    find(account.table, name),
  )
  const hasProviders =
    provider && key && owner && hasIndex(account.table, provider, key) && hasIndex(account.table, owner)
  return {
    ids: byUser(id),
    created: byCreation,
    session: findSession(),
    provider: hasProviders
      ? (value) =>
          read({
            table: account.table,
            key,
            user: owner,
            isDescending: false,
            equal: { column: provider, value },
          })
      : undefined,
    readProviders: async () => (hasProviders ? readFirstValues(tables, account.table, provider) : []),
    hasCreated: user.created !== undefined,
    async leavesOutUsers() {
      if (!byCreation || !created || created.notNull) return false
      const { quote, quoteTable } = tables.dialect
      const empty = `SELECT 1 AS one FROM ${quoteTable(user.table)} WHERE ${quote(created.name)} IS NULL LIMIT 1`
      return (await ask(empty)).length > 0
    },
    createdPlace: `${user.table} (${user.created}, ${user.id})`,
  }
}

const createReader =
  (readPage: (after: KeyPosition | null, limit: number) => Promise<readonly KeyEntry[]>): ReadOrder =>
  async (after, limit) => {
    const rows = await readPage(after === null ? null : parsePosition(after), limit)
    const entries = rows.map(({ key, user: id, isRepeated }) => ({
      id,
      isRepeated,
      position: JSON.stringify([key, id]),
      time: parseTime(key),
    }))
    // Two sessions that expire at the same time.
    const isFirst = ({ id, isRepeated }: (typeof entries)[number], index: number) =>
      !isRepeated && entries[index - 1]?.id !== id
    return {
      entries: entries.filter(isFirst),
      next: rows.length === limit ? (entries.at(-1)?.position ?? null) : null,
    }
  }

function parsePosition(text: string): KeyPosition {
  const [key, user] = JSON.parse(text) as unknown[]
  return { key: String(key), user: String(user) }
}

/** The time in a key as a database writes it: milliseconds, or a date, which is UTC unless it has an offset. */
function parseTime(key: string): string | null {
  const text = key.replace(" ", "T")
  const time = /^\d{12,}$/.test(key)
    ? Number(key)
    : Date.parse(
        /([+-]\d\d(:?\d\d)?|Z)$/.test(text.slice(10)) ? text.replace(/([+-]\d\d)$/, "$1:00") : `${text}Z`,
      )
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
