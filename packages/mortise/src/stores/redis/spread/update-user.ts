/**
 * Changes of users, by one script on the user's key. A new email is claimed first, with a nonce of its own; the script
 * then sets that nonce, which makes the new claim count and the old one void in one step. The old claim is freed last.
 */
import { MortiseError } from "../../../contract/errors.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Guard, Miss, Patch } from "../../../operations/store.ts"
import { expectedArguments, hasMerge, mergedValues, mostMergeTries } from "../merges.ts"
import { type PackedRow, unpackRow } from "../packed-row.ts"
import { guardArguments, patchArguments } from "../script-arguments.ts"
import { updateUserScript } from "./change-scripts.ts"
import { claimEmail, releaseEmail } from "./email-claims.ts"
import { inBackground } from "./in-background.ts"
import { free, type Place } from "./places.ts"
import { retried } from "./retried.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { readUser } from "./visibility.ts"

type Answer = readonly [
  status: "done" | "changed" | Miss,
  packed?: PackedRow,
  oldClaim?: string,
  oldNonce?: string,
]

export function createUpdateUser(parts: SpreadParts) {
  const { schema, keys, connection, indexes } = parts
  const { user: model } = schema.models

  const attempt = async (user: string, patch: Patch, guard: Guard | undefined): Promise<Answer> => {
    const { email } = patch
    const mustRead = hasMerge(patch) || email !== undefined
    const found = mustRead ? await readUser(parts, user) : undefined
    if (found === null) return ["absent"]
    const read = found ? unpackRow(model, found.packed) : {}
    const claimed =
      typeof email === "string" && found ? await claimEmail(parts, user, email, found) : undefined
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
    if (claimed && status !== "done") releaseEmail(parts, claimed)
    if (oldClaim) {
      const before: Place = { kind: "email", key: oldClaim, user }
      inBackground(free(parts, [before], oldNonce))
      if (typeof read["email"] === "string") inBackground(indexes.dropEmail(read["email"], oldNonce))
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
