import { type ContractModelName, models } from "../../contract/models.ts"
import type { OperationName } from "../../contract/operation-names.ts"
import { operations } from "../../contract/operations.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import { type CallName, calls } from "../calls.ts"
import type { AuditSubject } from "./audit-record.ts"

/** The identifiers of a call, as they are. */
export type Subjects = { readonly [S in AuditSubject]?: string }

/** What a row says about its subjects, if it has these fields. */
export type Reader = (row: OwnData) => { readonly [S in AuditSubject]?: unknown }

const readers: { readonly [M in ContractModelName]: Reader } = {
  user: ({ id, email }) => ({ user: id, email }),
  account: ({ userId, provider, providerAccountId: id }) => ({
    user: userId,
    account: joinAccount(provider, id),
  }),
  session: ({ sessionToken, userId }) => ({ session: sessionToken, user: userId }),
  verificationToken: ({ identifier, token }) => ({ email: identifier, token }),
  authenticator: ({ credentialID, userId }) => ({ passkey: credentialID, user: userId }),
}

// An id of a user or of an account can be a number.
const isText = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number"

/** The value of an account: its provider, and its id there. */
export const joinAccount = (provider: unknown, id: unknown): string | undefined =>
  isText(provider) && isText(id) ? `${provider}/${id}` : undefined

/** The identifiers in a row, or in a part of one. */
export function readSubjects(read: Reader, row: unknown): Subjects {
  const entries = Object.entries(read(ownData(row) ?? {}))
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (isText(value) ? [[name, String(value)]] : [])),
  )
}

const subjectsIn = (model: string, row: unknown): Subjects =>
  Object.hasOwn(readers, model) ? readSubjects(readers[model as ContractModelName], row) : {}

/** The identifiers in the rows of a sign-up. */
function readSignUpSubjects(rows: unknown): Subjects {
  const { user, account, session } = ownData(rows) ?? {}
  const all = [subjectsIn("account", account), subjectsIn("session", session), subjectsIn("user", user)]
  return Object.assign({}, ...all)
}

/** The identifiers in the arguments of a call. */
export function readArgumentSubjects(name: CallName, args: readonly unknown[]): Subjects {
  const [first, second] = args
  if (name === "signUp") return readSignUpSubjects(first)
  if (name === "verifyEmail") return subjectsIn("user", { id: first, email: second })
  const { model } = calls[name]
  if (!model) return {}
  if (Object.hasOwn(operations, name)) {
    const { takes } = operations[name as OperationName]
    const fields = takes.map((argument, index) =>
      "field" in argument ? { [argument.field]: args[index] } : ownData(args[index]),
    )
    return subjectsIn(model, Object.assign({}, ...fields))
  }
  // Extras take a row, or the value of its first key.
  const [key = ""] = models[model].keys[0]
  return subjectsIn(model, typeof first === "object" ? first : { [key]: first })
}

/** The identifiers in the result of a call: a deleted session names its user. */
export const readResultSubjects = (name: CallName, result: unknown): Subjects =>
  name === "signUp" ? readSignUpSubjects(result) : subjectsIn(calls[name].model ?? "", result)
