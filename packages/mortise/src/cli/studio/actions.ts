import type { Session } from "../../index.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { available } from "../person.ts"
import type { ActionInput, ActionName, ActionResult } from "./api-types.ts"
import type { Context } from "./context.ts"
import { RequestError } from "./request-error.ts"
import { accountHandle, passkeyHandle, requireUser, sessionHandle } from "./show-user.ts"
import { canSuspend } from "./visible-fields.ts"

type Action = (context: Context, input: ActionInput) => Promise<ActionResult>

// A request changes at most this many rows, so that each one is short. The page repeats it while rows are left.
const batchSize = 500
const concurrentDeletes = 8

const one: ActionResult = { changed: 1, left: 0 }

const gone = (what: string): RequestError =>
  new RequestError(404, "not_found", `This ${what} does not exist any more: reload the user.`)

export const actions: Readonly<Record<ActionName, Action>> = {
  async "revoke-session"(context, { userId, handle }) {
    const sessions = await available(context.store, "listSessions")(userId)
    const chosen = sessions.find((session) => sessionHandle(context, session) === handle)
    const deleted = chosen && (await context.store.adapter.deleteSession(chosen.sessionToken))
    if (!deleted) throw gone("session")
    return one
  },

  "sign-out-everywhere": (context, { userId }) => revokeBatch(context, userId),

  async "unlink-account"(context, { userId, handle }) {
    const accounts = await available(context.store, "listAccounts")(userId)
    const chosen = accounts.find((account) => accountHandle(context, account) === handle)
    if (!chosen || !(await context.store.adapter.unlinkAccount(chosen))) throw gone("account")
    return one
  },

  async "remove-passkey"(context, { userId, handle }) {
    const passkeys = await context.store.adapter.listAuthenticatorsByUserId(userId)
    const chosen = passkeys.find((passkey) => passkeyHandle(context, passkey) === handle)
    const remove = available(context.store, "removeAuthenticator")
    if (!chosen || !(await remove(chosen.credentialID))) throw gone("passkey")
    return one
  },

  async "suspend-user"(context, { userId }) {
    await checkSuspension(context, userId)
    // The field first: from then on no session starts that the batch would miss.
    await setSuspendedAt(context, userId, new Date(context.now()))
    return revokeBatch(context, userId)
  },

  async "resume-user"(context, { userId }) {
    await checkSuspension(context, userId)
    // The sessions first: one that started during the suspension must not come back.
    const result = await revokeBatch(context, userId)
    if (result.left === 0) await setSuspendedAt(context, userId, null)
    return result
  },

  async "delete-user"(context, { userId, confirm }) {
    const { id, email } = await requireUser(context, userId)
    if (confirm !== (email ?? id))
      throw new RequestError(400, "not_confirmed", "Type the email of the user, or the id if there is none.")
    if (!(await context.store.adapter.deleteUser(id))) throw gone("user")
    return one
  },

  async sweep({ store }) {
    const changed = await store.upkeep.sweep({ limit: batchSize })
    // A full batch means that there may be more rows.
    return { changed, left: changed < batchSize ? 0 : 1 }
  },
}

async function revokeBatch({ store }: Context, userId: string): Promise<ActionResult> {
  const sessions = await available(store, "listSessions")(userId)
  const limited = limitConcurrency(concurrentDeletes)
  const remove = ({ sessionToken }: Session) => limited(async () => store.adapter.deleteSession(sessionToken))
  const deleted = await Promise.all(sessions.slice(0, batchSize).map(remove))
  const changed = deleted.filter((session) => session !== null).length
  return { changed, left: Math.max(0, sessions.length - batchSize) }
}

async function checkSuspension(context: Context, userId: string): Promise<void> {
  if (!canSuspend(context.store.schema))
    throw new RequestError(
      409,
      "unsupported",
      "Users have no suspendedAt: declare it with defineSchema({ user: { fields: { suspendedAt: date() } } }) and migrate.",
    )
  await requireUser(context, userId)
}

async function setSuspendedAt({ store }: Context, id: string, suspendedAt: Date | null): Promise<void> {
  const changes = { id, suspendedAt }
  await store.adapter.updateUser(changes)
}
