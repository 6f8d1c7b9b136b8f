import { isSuspended } from "../../contract/is-suspended.ts"
import { issueTime } from "../../contract/session-token.ts"
import type { Account, Authenticator, ModelName, Session } from "../../index.ts"
import { available, readTokens } from "../users/person.ts"
import type { Part, SessionPage, UserDetails, VisibleRow } from "./api-types.ts"
import type { Context } from "./context.ts"
import { missingUser, toRequestError } from "./request-error.ts"
import { isoTime, visibleFields } from "./visible-fields.ts"

const pageSize = 50

/** A user with accounts and passkeys, and the numbers of sessions and tokens. */
export async function showUser(context: Context, id: string): Promise<UserDetails> {
  const { store } = context
  const user = await store.adapter.getUser(id)
  if (!user) throw missingUser()
  const [accounts, passkeys, sessions, tokens] = await Promise.all([
    readPart(() => available(store, "listAccounts")(id)),
    readPart(() => store.adapter.listAuthenticatorsByUserId(id)),
    readPart(() => available(store, "listSessions")(id)),
    readPart(() => readTokens(store, user.email)),
  ])
  return {
    user: visibleFields(store.schema, "user", user),
    isSuspended: isSuspended(user),
    accounts: mapPart(accounts, (rows) => rows.map((row) => toVisibleRow(context, "account", row))),
    passkeys: mapPart(passkeys, (rows) => rows.map((row) => toVisibleRow(context, "authenticator", row))),
    sessions: mapPart(sessions, ({ length }) => length),
    tokens: mapPart(tokens, ({ length }) => length),
  }
}

/** A part of a user, or why it cannot be read. */
export async function readPart<T>(read: () => Promise<T>): Promise<Part<T>> {
  try {
    return { value: await read() }
  } catch (error) {
    const { message, code } = await toRequestError(error)
    return { problem: message, isFailure: code === "store_failed" }
  }
}

const mapPart = <T, U>(part: Part<T>, change: (value: T) => U): Part<U> =>
  "value" in part ? { value: change(part.value) } : part

/** A page of live sessions in the order of expiry and handle. `after` is the `next` of the page before. */
export async function showSessions(context: Context, id: string, after: string | null): Promise<SessionPage> {
  const sessions = await available(context.store, "listSessions")(id)
  const sorted = sessions
    .map((session) => ({ session, position: buildPosition(context, session) }))
    .filter(({ position }) => after === null || position > after)
    .sort((left, right) => (left.position < right.position ? -1 : 1))
  const page = sorted.slice(0, pageSize)
  return {
    sessions: page.map(({ session }) => ({
      ...toVisibleRow(context, "session", session),
      signedIn: signInTime(session),
    })),
    next: sorted.length > pageSize ? (page.at(-1)?.position ?? null) : null,
  }
}

/** Auth.js does not store the time of a sign-in. The tokens of `mortise/auth` contain it. */
function signInTime(session: Session): string | null {
  const { createdAt } = session as { readonly createdAt?: unknown }
  return isoTime(createdAt) ?? isoTime(issueTime(session.sessionToken))
}

/** ISO dates sort by time. The handle distinguishes sessions with the same expiry. */
const buildPosition = (context: Context, session: Session): string =>
  `${session.expires.toISOString()} ${createHandle(context, "session", session)}`

type Row = Account | Authenticator | Session

/** The handle of a row, from its primary key. */
export function createHandle({ store, handleOf }: Context, model: ModelName, row: Row): string {
  const key = (store.schema.models[model].keys[0] ?? []) as readonly (keyof Row)[]
  return handleOf(model, ...key.map((name) => String(row[name])))
}

const toVisibleRow = (context: Context, model: ModelName, row: Row): VisibleRow => ({
  handle: createHandle(context, model, row),
  fields: visibleFields(context.store.schema, model, row),
})
