import { joinAccount, type Reader, readSubjects, type Subjects } from "../audited/subjects.ts"
import type { AuthRow, Condition, Input } from "./auth-database.ts"

const readers: { readonly [model: string]: Reader } = {
  user: ({ id, email }) => ({ user: id, email }),
  account: ({ id, userId, providerId, accountId }) => ({
    row: id,
    user: userId,
    account: joinAccount(providerId, accountId),
  }),
  session: ({ id, token, userId }) => ({ row: id, session: token, user: userId }),
  // Its value can be a code.
  verification: ({ id, identifier }) => ({ row: id, token: identifier }),
  passkey: ({ id, credentialID, userId }) => ({ row: id, passkey: credentialID, user: userId }),
}

/** Of a plugin's model. */
const readOther: Reader = ({ id, userId, email }) => ({ row: id, user: userId, email })

/** The identifiers in a row of Better Auth, or in a part of one. */
export const readRowSubjects = (model: string, row: unknown): Subjects =>
  readSubjects((Object.hasOwn(readers, model) && readers[model]) || readOther, row)

/** The identifiers in the arguments of a method. */
export const readInputSubjects = (
  model: string,
  { where, data, update, set }: Input,
  toField: (field: string) => string | undefined,
): Subjects => readRowSubjects(model, { ...readEqualities(where, toField), ...data, ...update, ...set })

/** The values that every row must have which fulfils the conditions. */
function readEqualities(
  where: readonly Condition[] = [],
  toField: (field: string) => string | undefined,
): AuthRow {
  const equalities = where.filter(
    ({ operator = "eq", connector = "AND" }) => operator === "eq" && connector === "AND",
  )
  return Object.fromEntries(equalities.map(({ field, value }) => [toField(field) ?? "", value]))
}
