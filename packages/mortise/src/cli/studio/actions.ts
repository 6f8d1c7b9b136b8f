import { deleteUser, resumeUser, suspendUser } from "../users/change-user.ts"
import { type EndedSessions, endSessions } from "../users/end-sessions.ts"
import { available } from "../users/person.ts"
import type { ActionInput, ActionName, ActionResult } from "./api-types.ts"
import type { Context } from "./context.ts"
import { RequestError } from "./request-error.ts"
import { createHandle, requireUser } from "./show-user.ts"

type Action = (context: Context, input: ActionInput) => Promise<ActionResult>

// A request changes at most this many rows, so that each one is short. The page repeats it while rows are left.
const batchSize = 500

const oneChange: ActionResult = { changed: 1, left: 0 }

const notFoundError = (what: string): RequestError =>
  new RequestError(404, "not_found", `This ${what} does not exist any more: reload the user.`)

export const actions: Readonly<Record<ActionName, Action>> = {
  async "revoke-session"(context, { userId, handle }) {
    const sessions = await available(context.store, "listSessions")(userId)
    const chosen = sessions.find((session) => createHandle(context, "session", session) === handle)
    const deleted = chosen && (await context.store.adapter.deleteSession(chosen.sessionToken))
    if (!deleted) throw notFoundError("session")
    return oneChange
  },

  async "sign-out-everywhere"(context, { userId }) {
    const { id } = await requireUser(context, userId)
    return toResult(await endSessions(context.store, id, context.now))
  },

  async "unlink-account"(context, { userId, handle }) {
    const accounts = await available(context.store, "listAccounts")(userId)
    const chosen = accounts.find((account) => createHandle(context, "account", account) === handle)
    if (!chosen || !(await context.store.adapter.unlinkAccount(chosen))) throw notFoundError("account")
    return oneChange
  },

  async "remove-passkey"(context, { userId, handle }) {
    const passkeys = await context.store.adapter.listAuthenticatorsByUserId(userId)
    const chosen = passkeys.find((passkey) => createHandle(context, "authenticator", passkey) === handle)
    const remove = available(context.store, "removeAuthenticator")
    if (!chosen || !(await remove(chosen.credentialID))) throw notFoundError("passkey")
    return oneChange
  },

  async "suspend-user"(context, { userId }) {
    const { id } = await requireUser(context, userId)
    return toResult(await suspendUser(context.store, id, context.now))
  },

  async "resume-user"(context, { userId }) {
    const { id } = await requireUser(context, userId)
    return toResult(await resumeUser(context.store, id, context.now))
  },

  async "delete-user"(context, { userId, confirm }) {
    const { id, email } = await requireUser(context, userId)
    if (confirm !== (email ?? id))
      throw new RequestError(400, "not_confirmed", "Type the email of the user, or the id if there is none.")
    const deleted = await deleteUser(context.store, id, context.now)
    if (!deleted) throw notFoundError("user")
    return { ...oneChange, ...deleted }
  },

  async sweep({ store }) {
    const changed = await store.upkeep.sweep({ limit: batchSize })
    // A full batch means that there may be more rows.
    return { changed, left: changed < batchSize ? 0 : 1 }
  },

  "count-revocation": ({ revocations }, input) => revocations.count(input),
  "apply-revocation": ({ revocations }, { run }) => revocations.apply(run),
  "continue-revocation": ({ revocations }, { run }) => revocations.proceed(run),
  "stop-revocation": ({ revocations }, { run }) => revocations.stop(run),
}

const toResult = ({ revoked, left, notEnded }: EndedSessions): ActionResult => ({
  changed: revoked,
  left,
  notEnded,
})
