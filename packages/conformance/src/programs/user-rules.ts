import {
  defined,
  error,
  keyOf,
  type ModelState,
  nothing,
  type Rules,
  row,
  rowOrNothing,
  type Table,
  unspecified,
  where,
  without,
} from "./model-state.ts"
import { type Names, rowOf, userFields } from "./program-step.ts"

/** A user as every operation must return it. */
export const userRow = (state: ModelState, names: Names<string>, user: string): object => ({
  id: names.id(user),
  ...userFields(names, state.users[user] ?? {}),
})

const emailHolder = (state: ModelState, email: string | undefined): string | undefined =>
  Object.keys(state.users).find((user) => email !== undefined && state.users[user]?.email === email)

/** The rules of users and their addresses. */
export const users: Pick<Rules, "createUser" | "updateUser" | "getUser" | "getUserByEmail" | "deleteUser"> = {
  createUser(state, { user, fields }, names) {
    if (state.users[user]) return undefined
    if (emailHolder(state, fields.email)) return error(state)
    const after = { ...state, users: { ...state.users, [user]: fields } }
    return row(after, userRow(after, names, user))
  },
  updateUser(state, { user, fields }, names) {
    const before = state.users[user]
    if (!before) return unspecified(state)
    if (![undefined, user].includes(emailHolder(state, fields.email))) return error(state)
    const after = { ...state, users: { ...state.users, [user]: { ...before, ...defined(fields) } } }
    return row(after, userRow(after, names, user))
  },
  getUser: (state, { user }, names) =>
    state.users[user] ? row(state, userRow(state, names, user)) : nothing(state),
  getUserByEmail(state, { email }, names) {
    const holder = emailHolder(state, email)
    return holder ? row(state, userRow(state, names, holder)) : nothing(state)
  },
  deleteUser(state, { user }, names) {
    if (!state.users[user]) return unspecified(state)
    const others = <Row extends { readonly user: string }>(table: Table<Row>) =>
      where(table, (row) => row.user !== user)
    const address = state.users[user]?.email
    const after = {
      users: without(state.users, user),
      accounts: others(state.accounts),
      sessions: others(state.sessions),
      tokens: where(state.tokens, ({ identifier }) => identifier !== address),
      passkeys: others(state.passkeys),
    }
    return rowOrNothing(after, { id: names.id(user) })
  },
}

/** The rules of accounts: each belongs to one user. */
export const accounts: Pick<Rules, "linkAccount" | "unlinkAccount" | "getAccount" | "getUserByAccount"> = {
  linkAccount(state, { user, provider, id }, names) {
    const key = keyOf(provider, id)
    const owner = state.accounts[key]?.user
    if (!state.users[user]) return undefined
    // Linking an account to its own user again changes nothing, whether it is refused or not.
    if (owner !== undefined) return owner === user ? unspecified(state) : error(state)
    const after = { ...state, accounts: { ...state.accounts, [key]: { user, provider, id } } }
    return rowOrNothing(after, rowOf.account(names, user, provider, id))
  },
  unlinkAccount(state, { provider, id }, names) {
    const key = keyOf(provider, id)
    const stored = state.accounts[key]
    if (!stored) return unspecified(state)
    const after = { ...state, accounts: without(state.accounts, key) }
    return rowOrNothing(after, rowOf.account(names, stored.user, provider, id))
  },
  getAccount(state, { provider, id }, names) {
    const stored = state.accounts[keyOf(provider, id)]
    return stored ? row(state, rowOf.account(names, stored.user, provider, id)) : nothing(state)
  },
  getUserByAccount(state, { provider, id }, names) {
    const stored = state.accounts[keyOf(provider, id)]
    return stored ? row(state, userRow(state, names, stored.user)) : nothing(state)
  },
}
