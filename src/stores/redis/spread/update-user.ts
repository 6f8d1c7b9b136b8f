/**
 * Changes of users, by one script on the user's key. A new email is claimed first, with a nonce of its own; the script
 * then sets that nonce, which makes the new claim count and the old one void in one step. The old claim is freed last.
 */
import { MortiseError } from "../../../contract/errors.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import { conflict } from "../../../contract/store-errors.ts"
import type { Guard, Miss, Patch } from "../../../operations/store.ts"
import { expectedArguments, hasMerge, mergedValues, mostMergeTries } from "../merges.ts"
import { newNonce } from "../nonce.ts"
import { type PackedRow, unpackRow } from "../packed-row.ts"
import { guardArguments, patchArguments } from "../script-arguments.ts"
import { updateUserScript } from "./change-scripts.ts"
import { inBackground } from "./in-background.ts"
import { free, occupy, type Place } from "./places.ts"
import { definite, retried } from "./retried.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { readUser } from "./visibility.ts"

type Answer = readonly [
  status: "done" | "changed" | Miss,
  packed?: PackedRow,
  oldClaim?: string,
  oldNonce?: string,
]
type Claim = Place & { readonly email: string; readonly nonce: string }

export function createUpdateUser(parts: SpreadParts) {
  const { schema, keys, connection, indexes } = parts
  const { user: model } = schema.models

  const release = (place: Claim): void => {
    inBackground(free(parts, [place], place.nonce))
    indexes.dropEmail(place.email, place.nonce)
  }

  /** Claims the email of a patch if it is not the user's own. */
  const claim = async (user: string, email: string, read: Row): Promise<Claim | undefined> => {
    if (read["email"] === email) return undefined
    const nonce = newNonce()
    const place: Claim = { kind: "email", key: keys.email(email), user, email, nonce }
    const taking = Promise.all([occupy(parts, place, nonce), indexes.addEmail(email, nonce)])
    const [isFree] = await taking.catch((error) => {
      release(place)
      throw definite(error)
    })
    if (isFree) return place
    indexes.dropEmail(email, nonce)
    // A removed user is the answer before a taken email, and another call may have given the email to this user.
    const now = await readUser(parts, user)
    if (!now || unpackRow(model, now.packed)["email"] === email) return undefined
    throw conflict(model.name, ["email"])
  }

  const attempt = async (user: string, patch: Patch, guard: Guard | undefined): Promise<Answer> => {
    const { email } = patch
    const mustRead = hasMerge(patch) || email !== undefined
    const found = mustRead ? await readUser(parts, user) : undefined
    if (found === null) return ["absent"]
    const read = found ? unpackRow(model, found.packed) : {}
    const claimed = typeof email === "string" ? await claim(user, email, read) : undefined
    const answer = (await connection.evaluate(
      updateUserScript,
      [user],
      [
        found?.generation ?? "",
        claimed?.key ?? "",
        claimed?.nonce ?? "",
        ...guardArguments(model, guard),
        ...expectedArguments(model, patch, read),
        ...patchArguments(model, patch, mergedValues(patch, read)),
      ],
    )) as Answer
    const [status, , oldClaim, oldNonce = ""] = answer
    if (claimed && status !== "done") release(claimed)
    if (oldClaim) {
      const before: Place = { kind: "email", key: oldClaim, user }
      inBackground(free(parts, [before], oldNonce))
      if (typeof read["email"] === "string") indexes.dropEmail(read["email"], oldNonce)
    }
    return answer
  }

  return async (key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss> => {
    const user = keys.user(key["id"] as string)
    for (let tries = 0; tries < mostMergeTries; tries++) {
      const [status, packed] = await retried(() => attempt(user, patch, guard))
      if (status === "done") return unpackRow(model, packed ?? "")
      if (status !== "changed") return status
    }
    throw new MortiseError("transient", "Other callers kept changing this user: try again.", {
      model: "user",
    })
  }
}
