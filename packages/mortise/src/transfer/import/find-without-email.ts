import type { Row } from "../../contract/rows.ts"
import type { User } from "../../contract/types.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { TransferTools } from "../open-for-transfer.ts"
import { createMarks } from "./import-mark.ts"
import { different, type Imported, refusal } from "./imported.ts"
import type { NewIds } from "./new-ids.ts"
import type { Survey } from "./survey-export.ts"
import { createTarget } from "./target.ts"

/** A user of the target that was shown to be the file's user, or that there is none. */
export type FoundUser = { readonly user: User; readonly isNew: boolean } | Imported

/**
 * Finds or creates the users that have no email. Only a mark, an account or a passkey shows that two of them are the
 * same person. An equal id does not, nor do equal values, because all of them may be empty.
 */
export function createFinder(tools: TransferTools, survey: Survey, { findId }: NewIds) {
  const { adapter, schema, manifest, extras } = tools
  const assigns = schema.ids !== "given"
  const marks = createMarks(tools, survey.hash)
  const target = createTarget(tools)
  const marked = new Set<string>()

  /** The users of the target that have a mark, an account or a passkey of the user. */
  const look = async (from: string) => {
    const mark = await marks.find(from)
    const ids = new Set(mark?.isOwn ? [mark.userId] : [])
    if (mark?.isOwn) marked.add(from)
    for (const { model, key } of survey.proofs.get(from) ?? []) {
      const stored = await target[model].find(key)
      if (stored) ids.add(stored["userId"] as string)
    }
    return { ids: [...ids], isForeign: mark?.isOwn === false }
  }

  const decide = async (from: string, isNew: boolean): Promise<FoundUser | undefined> => {
    const { ids, isForeign } = await look(from)
    const [id] = ids
    if (id === undefined) return isForeign ? unproven : undefined
    if (ids.length > 1) return refusal("Several users of the target have its accounts and passkeys.")
    if (!assigns && id !== from) return refusal("Another user has its accounts and passkeys.")
    const user = await adapter.getUser(id)
    return user ? { user, isNew } : refusal("It was deleted concurrently.")
  }

  const create = async (from: string, row: Row): Promise<string | undefined> => {
    const made = await marks.createUser(from, row)
    if (made === undefined) return undefined
    // Another run that created the user has stored an account or passkey before it deleted the mark.
    const { ids } = await look(from)
    if (ids.every((id) => id === made)) return made
    await adapter.deleteUser(made)
    return undefined
  }

  return {
    async find(from: string, row: Row): Promise<FoundUser> {
      const foundUser = await decide(from, false)
      if (foundUser) return foundUser
      const id = assigns ? findId(from) : from
      const isTaken = id !== undefined && (await adapter.getUser(id)) !== null
      if (assigns && !extras.signUp) return refusal(replaced)
      if (assigns && manifest.missingGuarantees.includes("unique_accounts")) return refusal(notUnique)
      const made = isTaken ? undefined : await create(from, row)
      return (await decide(from, made !== undefined)) ?? unproven
    },

    /** Deletes the mark: an account or passkey of the user is stored. */
    async settle(from: string): Promise<void> {
      if (marked.delete(from)) await marks.remove(from)
    },
  }
}

const unproven = different(
  "The target has a user in its place, and without an email it cannot be shown that both are the same person.",
)

const replaced =
  "Users without an email cannot be created exactly once here: createUser, linkAccount or createSession of the adapter was replaced."

const notUnique = `Users without an email cannot be created exactly once here: the accounts have no unique key on the provider and its id. Add it: ${mortise} doctor prints the statement.`
