/**
 * Changes a user by one script on the user's key. A new email takes three more steps: (1) store an intent with both
 * claims, (2) claim the new email with a nonce of its own, (3) after the script, delete the old claim. The script sets the
 * new nonce, so that the new claim counts and the old one does not, from one instant to the next.
 */
import type { MortiseError } from "../../../../contract/errors.ts"
import type { Key, Row } from "../../../../contract/rows.ts"
import { conflict } from "../../../../contract/store-errors.ts"
import type { Guard, Miss, Patch } from "../../../../operations/store.ts"
import { inBackground } from "../../background.ts"
import { newNonce } from "../../glossary.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { repeatWhileChanged } from "../../scripts/repeat-while-changed.ts"
import { changeArguments, hasMerge } from "../../scripts/script-arguments.ts"
import { createDropPlaces, occupy, type Place } from "../claims/places.ts"
import { definite, retryUncommitted } from "../claims/retry-uncommitted.ts"
import type { Intent } from "../intents.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { readUser } from "../visibility.ts"
import { updateUserScript } from "./user-scripts.ts"

type Answer = readonly [status: "done" | "changed" | Miss, packed?: PackedRow]

export function createUpdateUser(parts: SpreadParts) {
  const { schema, keys, connection } = parts
  const { user: model } = schema.models
  const drop = createDropPlaces(parts)
  const dropClaim = ([email, nonce]: ClaimedEmail) => drop.email(email, nonce)

  const attempt = async (id: string, patch: Patch, guard: Guard | undefined): Promise<Answer> => {
    const user = keys.user(id)
    const { email } = patch
    const claim = typeof email === "string" ? newEmailClaim(parts, user, email) : undefined
    const taken: ClaimedEmail[] = claim ? [[claim.email, claim.nonce]] : []
    const intents = createEmailIntents(parts, id)
    const mustRead = hasMerge(patch) || email !== undefined
    const [storedUser] = await Promise.all([
      mustRead ? readUser(parts, user) : undefined,
      claim && intents.add(taken).catch(throwDefinite),
    ])
    const read = storedUser ? unpackRow(model, storedUser.packed) : {}
    const changesEmail = Boolean(storedUser) && email !== undefined && read["email"] !== email
    const givenUp: ClaimedEmail[] =
      changesEmail && typeof read["email"] === "string" ? [[read["email"], storedUser?.claimNonce ?? ""]] : []

    const claimAndUpdate = async (): Promise<Answer> => {
      if (storedUser === null) return ["absent"]
      const stored = givenUp.length > 0 && intents.add([...taken, ...givenUp])
      const claiming =
        changesEmail && claim && storedUser ? claimEmail(parts, claim, storedUser.generation) : false
      const [isClaimed] = await Promise.all([claiming, stored]).catch(throwDefinite)
      return (await connection.evaluate(
        updateUserScript,
        [user],
        [
          storedUser?.generation ?? "",
          storedUser?.claimNonce ?? "",
          isClaimed ? (claim?.key ?? "") : "",
          isClaimed ? (claim?.nonce ?? "") : "",
          ...changeArguments(model, patch, guard, read),
        ],
      )) as Answer
    }

    let answer: Answer
    try {
      answer = await claimAndUpdate()
    } catch (error) {
      // Whether the user has the new email is not known: the intents stay for a sweep.
      if ((error as MortiseError).code !== "indeterminate") intents.settle(taken.map(dropClaim))
      throw error
    }
    intents.settle((answer[0] === "done" ? givenUp : taken).map(dropClaim))
    return answer
  }

  return async (key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss> => {
    const update = async (): Promise<Row | Miss | "changed"> => {
      const [status, packed] = await retryUncommitted(() => attempt(key["id"] as string, patch, guard))
      return status === "done" ? unpackRow(model, packed ?? "") : status
    }
    return repeatWhileChanged("user", update, "user")
  }
}

const throwDefinite = (error: unknown): never => {
  throw definite(error)
}

/** The claim of an email that a user is about to take. */
type EmailClaim = Place & { readonly email: string; readonly nonce: string }

const newEmailClaim = ({ keys }: SpreadParts, user: string, email: string): EmailClaim => ({
  kind: "email",
  key: keys.email(email),
  user,
  email,
  nonce: newNonce(),
})

/** Claims an email for a user of this generation. Returns false if the user has the email already, or has changed since. */
async function claimEmail(parts: SpreadParts, claim: EmailClaim, generation: string): Promise<boolean> {
  const { email, nonce, user } = claim
  const [holder] = await Promise.all([occupy(parts, claim, nonce), parts.indexes.addEmail(email, nonce)])
  if (holder === undefined) return true
  const isSame = (await readUser(parts, user))?.generation === generation
  if (holder === user || !isSame) return false
  throw conflict("user", ["email"])
}

/** An email and the nonce of its claim. */
type ClaimedEmail = readonly [email: string, nonce: string]

/** The intents of one change of a user's email. */
function createEmailIntents({ intents }: SpreadParts, id: string) {
  const stored: Intent[] = []
  return {
    /** Stores which claims the change takes or gives up, the taken ones first. */
    add(emails: readonly ClaimedEmail[]): Promise<unknown> {
      const intent = { id, emails }
      stored.push(intent)
      return intents.add(intent)
    },
    /** Removes the intents once nothing is left to delete. */
    settle(deletions: readonly Promise<unknown>[]): void {
      const removeIntents = async () => {
        await Promise.all(deletions)
        await Promise.all(stored.map((intent) => intents.remove(intent)))
      }
      inBackground(removeIntents())
    },
  }
}
