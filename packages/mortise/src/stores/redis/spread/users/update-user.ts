/**
 * Changes of users, by one script on the user's key. A new email is claimed first, with a nonce of its own; the script
 * then sets that nonce, which makes the new claim count and the old one void in one step. The old claim is freed last.
 * Both are noted first: see intents.ts.
 */
import { MortiseError } from "../../../../contract/errors.ts"
import type { Key, Row } from "../../../../contract/rows.ts"
import type { Guard, Miss, Patch } from "../../../../operations/store.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { expectedArguments, hasMerge, mergedValues, mostMergeTries } from "../../scripts/merges.ts"
import { guardArguments, patchArguments } from "../../scripts/script-arguments.ts"
import { updateUserScript } from "../change-scripts.ts"
import { createDropPlaces } from "../claims/drop-places.ts"
import { definite, retried } from "../claims/retried.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { readUser } from "../visibility.ts"
import { claimEmail, newEmailClaim } from "./email-claims.ts"
import { createNotes, type EmailOf } from "./notes.ts"

const throwDefinite = (error: unknown): never => {
  throw definite(error)
}

type Answer = readonly [status: "done" | "changed" | Miss, packed?: PackedRow]

export function createUpdateUser(parts: SpreadParts) {
  const { schema, keys, connection } = parts
  const { user: model } = schema.models
  const drop = createDropPlaces(parts)

  const attempt = async (id: string, patch: Patch, guard: Guard | undefined): Promise<Answer> => {
    const user = keys.user(id)
    const { email } = patch
    const claim = typeof email === "string" ? newEmailClaim(parts, user, email) : undefined
    const taken: EmailOf[] = claim ? [[claim.email, claim.nonce]] : []
    const notes = createNotes(parts, id)
    const mustRead = hasMerge(patch) || email !== undefined
    const [found] = await Promise.all([
      mustRead ? readUser(parts, user) : undefined,
      claim && notes.add(taken).catch(throwDefinite),
    ])
    const read = found ? unpackRow(model, found.packed) : {}
    const changes = Boolean(found) && email !== undefined && read["email"] !== email
    const given: EmailOf[] =
      changes && typeof read["email"] === "string" ? [[read["email"], found?.claim ?? ""]] : []

    const run = async (): Promise<Answer> => {
      if (found === null) return ["absent"]
      const noted = given.length > 0 && notes.add([...taken, ...given])
      const claiming = changes && claim && found ? claimEmail(parts, claim, found.generation) : false
      const [isClaimed] = await Promise.all([claiming, noted]).catch(throwDefinite)
      return (await connection.evaluate(
        updateUserScript,
        [user],
        [
          found?.generation ?? "",
          found?.claim ?? "",
          isClaimed ? (claim?.key ?? "") : "",
          isClaimed ? (claim?.nonce ?? "") : "",
          ...guardArguments(model, guard),
          ...expectedArguments(model, patch, read),
          ...patchArguments(model, patch, mergedValues(patch, read)),
        ],
      )) as Answer
    }

    let answer: Answer
    try {
      answer = await run()
    } catch (error) {
      // Nobody knows whether the email is taken: the notes stay for a sweep.
      if ((error as MortiseError).code !== "indeterminate") notes.settle(taken.map(dropping))
      throw error
    }
    notes.settle((answer[0] === "done" ? given : taken).map(dropping))
    return answer
  }

  const dropping = ([email, nonce]: EmailOf) => drop.email(email, nonce)

  return async (key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss> => {
    for (let tries = 0; tries < mostMergeTries; tries++) {
      const [status, packed] = await retried(() => attempt(key["id"] as string, patch, guard))
      if (status === "done") return unpackRow(model, packed ?? "")
      if (status !== "changed") return status
    }
    throw new MortiseError("transient", "Other callers kept changing this user: try again.", {
      model: "user",
    })
  }
}
