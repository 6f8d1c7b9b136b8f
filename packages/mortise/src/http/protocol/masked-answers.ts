import type { ModelName } from "../../contract/models.ts"
import type { Schema } from "../../contract/schema.ts"
import type { CallName } from "./call.ts"
import { callsWith } from "./calls.ts"
import type { Codec } from "./codec.ts"
import { hasHideable } from "./hidden-fields.ts"
import { type RowCodecs, rowCodecs } from "./row-codecs.ts"
import type { Warn } from "./unknown-fields.ts"

/**
 * The model of the rows whose secrets a call reveals. `null`: a call that returns no row, a row that the caller
 * creates, or a row that the caller names by its secret or by the key of a slot.
 */
export const revealedModels: { readonly [C in CallName]: ModelName | null } = {
  createUser: null,
  getUser: "user",
  getUserByEmail: "user",
  getUserByAccount: "user",
  updateUser: "user",
  deleteUser: "user",
  linkAccount: null,
  unlinkAccount: "account",
  getAccount: "account",
  createSession: null,
  getSessionAndUser: "user",
  getSessionsAndUsers: "user",
  updateSession: null,
  deleteSession: null,
  createVerificationToken: null,
  useVerificationToken: null,
  createAuthenticator: null,
  getAuthenticator: "authenticator",
  listAuthenticatorsByUserId: "authenticator",
  updateAuthenticatorCounter: "authenticator",
  "extras.signUp": null,
  "extras.listSessions": "session",
  "extras.listAccounts": "account",
  "extras.updateAccount": "account",
  "extras.extendSession": null,
  "extras.verifyEmail": "user",
  "extras.dropTokens": null,
  "extras.removeAuthenticator": "authenticator",
  "upkeep.page.user": "user",
  "upkeep.page.account": "account",
  "upkeep.page.session": "session",
  "upkeep.page.verificationToken": "verificationToken",
  "upkeep.page.authenticator": "authenticator",
  "upkeep.page.slot": "slot",
  "upkeep.count": null,
  "upkeep.sweep": null,
  "slots.claim": null,
  "slots.set": null,
  "slots.read": null,
  "slots.write": null,
  "slots.increment": null,
  "slots.take": null,
}

/** A call's answer to a caller without the permission for the model's secret fields. */
export type MaskedAnswer = { readonly model: ModelName; readonly returns: Codec }

/** The calls that reveal secret fields, with their answers without these fields. */
export function maskedAnswers(schema: Schema, warn: Warn): ReadonlyMap<string, MaskedAnswer> {
  const codecs = rowCodecs(schema, warn)
  const models = Object.values(schema.models).filter((model) => hasHideable(schema, model))
  const masked = models.flatMap(({ name: model }) =>
    callsWith(schema, maskedRows(codecs, model))
      .filter(({ name }) => revealedModels[name] === model)
      .map(({ name, returns }) => [name, { model, returns }] as const),
  )
  return new Map<string, MaskedAnswer>(masked)
}

const maskedRows = (codecs: RowCodecs, masked: ModelName): RowCodecs => ({
  ...codecs,
  row: (model) => (model === masked ? codecs.maskedRow(model) : codecs.row(model)),
})
