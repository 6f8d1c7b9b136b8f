import { newId } from "../../contract/new-id.ts"
import type { NewRows, User } from "../../contract/types.ts"
import { sha256 } from "../../shared/bytes.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import type { Arrival } from "./code-exchange.ts"

export type Settled =
  | { readonly user: User; readonly isNewUser: boolean }
  | "email_taken"
  | "linked_to_another"

const YEAR = 365 * 24 * 3600 * 1000

/** Whose account it is: its owner's, or a new user's. Two first sign-ins at once end up as one user. */
export async function settle(core: Core, arrival: Arrival): Promise<Settled> {
  try {
    return await attempt(core, arrival)
  } catch (error) {
    // Another sign-in was faster, or an answer got lost: if the account is there by now, that is whose it is.
    if (codeOf(error) !== "conflict" && !(await core.adapter.getUserByAccount(keyOf(arrival)))) throw error
    return attempt(core, arrival)
  }
}

async function attempt(core: Core, arrival: Arrival): Promise<Settled> {
  const { adapter } = core
  const { provider, person } = arrival
  const owner = await adapter.getUserByAccount(keyOf(arrival))
  if (owner) return refreshed(core, arrival, owner)
  const holder = person.email === null ? null : await adapter.getUserByEmail(person.email)
  if (!holder) return { user: await signUp(core, arrival), isNewUser: true }
  // Some adapters leave out what is empty: only a date is proof.
  if (provider.linkByEmail === true && holder.emailVerified) await link(core, arrival, holder)
  else if (!(await finishedSignUp(core, arrival, holder))) {
    // The holder may be whom another sign-in with this account has made since the first look.
    const maker = await adapter.getUserByAccount(keyOf(arrival))
    return maker ? refreshed(core, arrival, maker) : "email_taken"
  }
  return { user: holder, isNewUser: false }
}

/** Adds the account to a user who is signed in. */
export async function settleLink(core: Core, arrival: Arrival, user: User): Promise<Settled> {
  const owner = await core.adapter.getUserByAccount(keyOf(arrival))
  if (owner) return owner.id === user.id ? refreshed(core, arrival, owner) : "linked_to_another"
  try {
    await link(core, arrival, user)
    return { user, isNewUser: false }
  } catch (error) {
    const now = await core.adapter.getUserByAccount(keyOf(arrival))
    if (!now) throw error
    return now.id === user.id ? { user, isNewUser: false } : "linked_to_another"
  }
}

/** Whether the account is still theirs. Where accounts cannot be taken away, nobody asks: not every index is up to date. */
export const isStillOwner = async (
  { adapter, capabilities }: Core,
  arrival: Arrival,
  user: User,
): Promise<boolean> =>
  !capabilities.listAccounts || (await adapter.getUserByAccount(keyOf(arrival)))?.id === user.id

const keyOf = ({ provider, person }: Arrival) => ({ provider: provider.id, providerAccountId: person.id })

type NewAccount = Omit<NewRows["account"], "userId">

/** Tables made for Auth.js have no column for `expires_in`, and some adapters store whatever they are given. */
function accountOf({ capabilities }: Core, arrival: Arrival): NewAccount {
  const { expires_in, ...usual } = arrival.tokens
  const tokens = capabilities.refreshAccounts ? { ...usual, expires_in } : usual
  return { ...tokens, ...keyOf(arrival), type: arrival.provider.type }
}

/** Stores the tokens of this sign-in; what the provider did not send again stays. */
async function refreshed({ extras, emit }: Core, arrival: Arrival, owner: User): Promise<Settled> {
  const { provider, tokens } = arrival
  const outcome = await extras.updateAccount?.({ ...tokens, ...keyOf(arrival) })
  if (typeof outcome === "object")
    emit({ type: "account_refreshed", userId: owner.id, provider: provider.id })
  return { user: owner, isNewUser: false }
}

async function link(core: Core, arrival: Arrival, user: User): Promise<void> {
  const { adapter, emit } = core
  await adapter.linkAccount({ ...accountOf(core, arrival), userId: user.id })
  emit({ type: "account_linked", userId: user.id, provider: arrival.provider.id })
}

/** The user and the account: in one step where the store can, else so that a crash between the two heals. */
async function signUp(core: Core, arrival: Arrival): Promise<User> {
  const { extras, emit } = core
  const { name, email, image } = arrival.person
  const row = { id: newId(), name, email, image, emailVerified: null }
  const user = extras.signUp
    ? (await extras.signUp({ user: row, account: accountOf(core, arrival) })).user
    : await signUpInSteps(core, arrival, row)
  emit({ type: "user_created", userId: user.id, method: "oauth" })
  emit({ type: "account_linked", userId: user.id, provider: arrival.provider.id })
  return user
}

async function signUpInSteps(core: Core, arrival: Arrival, row: NewRows["user"]): Promise<User> {
  const { adapter, facts, now } = core
  const intent = await intentOf(arrival)
  // One that an earlier crash left behind goes first: some stores refuse the same token twice.
  await facts.take("sign-up", intent)
  await facts.put("sign-up", intent, now() + YEAR)
  const user = await adapter.createUser(row)
  await adapter.linkAccount({ ...accountOf(core, arrival), userId: user.id })
  await facts.take("sign-up", intent).catch(() => false)
  return user
}

/** Links the account to a user whom a sign-up with this very account made, and then never got any further. */
async function finishedSignUp(core: Core, arrival: Arrival, holder: User): Promise<boolean> {
  const { extras, facts, now } = core
  if (extras.signUp || holder.emailVerified) return false
  const intent = await intentOf(arrival)
  if (!(await facts.take("sign-up", intent))) return false
  try {
    await link(core, arrival, holder)
    return true
  } catch (error) {
    await facts.put("sign-up", intent, now() + YEAR)
    throw error
  }
}

const intentOf = ({ provider, person }: Arrival): Promise<string> =>
  sha256([provider.id, person.id, person.email].map((part) => encodeURIComponent(String(part))).join("/"))
