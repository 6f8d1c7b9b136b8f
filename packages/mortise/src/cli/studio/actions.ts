import type { EndedSessions, People, UserRow } from "../users/people.ts"
import type { ActionInput, ActionName, ActionResult } from "./api-types.ts"
import { missingUser, RequestError } from "./request-error.ts"
import type { Revocations } from "./revocations.ts"

/** A kind of row that the page can remove. */
export type RowKind = "session" | "account" | "passkey"

/** What the actions work on. */
export type Target = {
  readonly people: People
  /** Removes the row that the page names by its handle. False if the user has none. */
  removeRow(kind: RowKind, userId: string, handle: string): Promise<boolean>
  readonly revocations: Revocations
}

type Action = (target: Target, input: ActionInput) => Promise<ActionResult>

// A request changes at most this many rows, so that each one is short. The page repeats it while rows are left.
const batchSize = 500

const oneChange: ActionResult = { changed: 1, left: 0 }

const notFoundError = (what: string): RequestError =>
  new RequestError(404, "not_found", `This ${what} does not exist any more: reload the user.`)

const createRemoval =
  (kind: RowKind): Action =>
  async ({ removeRow }, { userId, handle }) => {
    if (!(await removeRow(kind, userId, handle))) throw notFoundError(kind)
    return oneChange
  }

/** An action that ends sessions of a user. */
const createEnding =
  (end: (people: People, id: string) => Promise<EndedSessions>): Action =>
  async ({ people }, { userId }) => {
    const { revoked, left, notEnded, alsoEnded, note } = await end(
      people,
      (await requireUser(people, userId)).id,
    )
    return { changed: revoked, left, notEnded, note: [alsoEnded, note].filter(Boolean).join(" ") }
  }

export const actions: Readonly<Record<ActionName, Action>> = {
  "revoke-session": createRemoval("session"),
  "unlink-account": createRemoval("account"),
  "remove-passkey": createRemoval("passkey"),
  "sign-out-everywhere": createEnding((people, id) => people.endSessions(id)),
  "suspend-user": createEnding((people, id) => people.suspend(id)),
  "resume-user": createEnding((people, id) => people.resume(id)),

  async "delete-user"({ people }, { userId, confirm }) {
    const { id, email } = await requireUser(people, userId)
    if (confirm !== (email ?? id))
      throw new RequestError(400, "not_confirmed", "Type the email of the user, or the id if there is none.")
    const deleted = await people.remove(id)
    if (!deleted) throw notFoundError("user")
    return { ...oneChange, ...deleted }
  },

  async sweep({ people }) {
    const changed = await people.sweep({ limit: batchSize })
    // A full batch means that there may be more rows.
    return { changed, left: changed < batchSize ? 0 : 1 }
  },

  "count-revocation": ({ revocations }, input) => revocations.count(input),
  "apply-revocation": ({ revocations }, { run }) => revocations.apply(run),
  "continue-revocation": ({ revocations }, { run }) => revocations.proceed(run),
  "stop-revocation": ({ revocations }, { run }) => revocations.stop(run),
}

async function requireUser(people: People, id: string): Promise<UserRow> {
  const user = await people.find(id)
  if (user) return user
  throw missingUser()
}
