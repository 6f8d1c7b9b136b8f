import { type Names, rowOf, userFields } from "./step.ts"
import {
  defined,
  error,
  keyOf,
  nothing,
  open,
  type Rules,
  row,
  rowOrNothing,
  type Table,
  type World,
  where,
  without,
} from "./world.ts"

/** A user as every operation must show it. */
export const userRow = (world: World, names: Names<string>, user: string): object => ({
  id: names.id(user),
  ...userFields(names, world.users[user] ?? {}),
})

const emailHolder = (world: World, email: string | undefined): string | undefined =>
  Object.keys(world.users).find((user) => email !== undefined && world.users[user]?.email === email)

/** Users and their addresses. */
export const users: Pick<Rules, "createUser" | "updateUser" | "getUser" | "getUserByEmail" | "deleteUser"> = {
  createUser(world, { user, fields }, names) {
    if (world.users[user]) return undefined
    if (emailHolder(world, fields.email)) return error(world)
    const after = { ...world, users: { ...world.users, [user]: fields } }
    return row(after, userRow(after, names, user))
  },
  updateUser(world, { user, fields }, names) {
    const before = world.users[user]
    if (!before) return open(world)
    if (![undefined, user].includes(emailHolder(world, fields.email))) return error(world)
    const after = { ...world, users: { ...world.users, [user]: { ...before, ...defined(fields) } } }
    return row(after, userRow(after, names, user))
  },
  getUser: (world, { user }, names) =>
    world.users[user] ? row(world, userRow(world, names, user)) : nothing(world),
  getUserByEmail(world, { email }, names) {
    const holder = emailHolder(world, email)
    return holder ? row(world, userRow(world, names, holder)) : nothing(world)
  },
  deleteUser(world, { user }, names) {
    if (!world.users[user]) return open(world)
    const others = <Row extends { readonly user: string }>(table: Table<Row>) =>
      where(table, (row) => row.user !== user)
    const after = {
      users: without(world.users, user),
      accounts: others(world.accounts),
      sessions: others(world.sessions),
      tokens: world.tokens,
      passkeys: others(world.passkeys),
    }
    return rowOrNothing(after, { id: names.id(user) })
  },
}

/** Accounts: each belongs to one user. */
export const accounts: Pick<Rules, "linkAccount" | "unlinkAccount" | "getAccount" | "getUserByAccount"> = {
  linkAccount(world, { user, provider, id }, names) {
    const key = keyOf(provider, id)
    const owner = world.accounts[key]?.user
    if (!world.users[user]) return undefined
    // Linking one's own account again changes nothing, whether it is refused or not.
    if (owner !== undefined) return owner === user ? open(world) : error(world)
    const after = { ...world, accounts: { ...world.accounts, [key]: { user, provider, id } } }
    return rowOrNothing(after, rowOf.account(names, user, provider, id))
  },
  unlinkAccount(world, { provider, id }, names) {
    const key = keyOf(provider, id)
    const stored = world.accounts[key]
    if (!stored) return open(world)
    const after = { ...world, accounts: without(world.accounts, key) }
    return rowOrNothing(after, rowOf.account(names, stored.user, provider, id))
  },
  getAccount(world, { provider, id }, names) {
    const stored = world.accounts[keyOf(provider, id)]
    return stored ? row(world, rowOf.account(names, stored.user, provider, id)) : nothing(world)
  },
  getUserByAccount(world, { provider, id }, names) {
    const stored = world.accounts[keyOf(provider, id)]
    return stored ? row(world, userRow(world, names, stored.user)) : nothing(world)
  },
}
