import {
  answerError,
  answerNothing,
  answerRow,
  answerRowOrNothing,
  answerUnspecified,
  type ModelState,
  pickDefined,
  type Rules,
  type Table,
  toKey,
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
    if (emailHolder(state, fields.email)) return answerError(state)
    const after = { ...state, users: { ...state.users, [user]: fields } }
    return answerRow(after, userRow(after, names, user))
  },
  updateUser(state, { user, fields }, names) {
    const before = state.users[user]
    if (!before) return answerUnspecified(state)
    if (![undefined, user].includes(emailHolder(state, fields.email))) return answerError(state)
    const after = { ...state, users: { ...state.users, [user]: { ...before, ...pickDefined(fields) } } }
    return answerRow(after, userRow(after, names, user))
  },
  getUser: (state, { user }, names) =>
    state.users[user] ? answerRow(state, userRow(state, names, user)) : answerNothing(state),
  getUserByEmail(state, { email }, names) {
    const holder = emailHolder(state, email)
    return holder ? answerRow(state, userRow(state, names, holder)) : answerNothing(state)
  },
  deleteUser(state, { user }, names) {
    if (!state.users[user]) return answerUnspecified(state)
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
    return answerRowOrNothing(after, { id: names.id(user) })
  },
}

/** The rules of accounts: each belongs to one user. */
export const accounts: Pick<Rules, "linkAccount" | "unlinkAccount" | "getAccount" | "getUserByAccount"> = {
  linkAccount(state, { user, provider, id }, names) {
    const key = toKey(provider, id)
    const owner = state.accounts[key]?.user
    if (!state.users[user]) return undefined
    // Linking an account to its own user again changes nothing, whether it is refused or not.
    if (owner !== undefined) return owner === user ? answerUnspecified(state) : answerError(state)
    const after = { ...state, accounts: { ...state.accounts, [key]: { user, provider, id } } }
    return answerRowOrNothing(after, rowOf.account(names, user, provider, id))
  },
  unlinkAccount(state, { provider, id }, names) {
    const key = toKey(provider, id)
    const stored = state.accounts[key]
    if (!stored) return answerUnspecified(state)
    const after = { ...state, accounts: without(state.accounts, key) }
    return answerRowOrNothing(after, rowOf.account(names, stored.user, provider, id))
  },
  getAccount(state, { provider, id }, names) {
    const stored = state.accounts[toKey(provider, id)]
    return stored ? answerRow(state, rowOf.account(names, stored.user, provider, id)) : answerNothing(state)
  },
  getUserByAccount(state, { provider, id }, names) {
    const stored = state.accounts[toKey(provider, id)]
    return stored ? answerRow(state, userRow(state, names, stored.user)) : answerNothing(state)
  },
}
