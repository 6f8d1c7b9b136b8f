import type { User } from "../../contract/types.ts"
import type { BetterAuthRow } from "./better-auth.ts"
import type { CopyOptions, CopyReason } from "./copy-options.ts"
import { hasValues, mapUser } from "./map-rows.ts"
import type { Target } from "./target.ts"

/** What happened to a row: it is in Better Auth with all values, or why it is not. */
export type Copied = "copied" | "equal" | CopyReason

/** Adds the application's own fields to the values of a row; `undefined` if one of them is not declared. */
export type AddExtras = (row: object, values: BetterAuthRow) => BetterAuthRow | undefined

/** Creates the function that copies a user, and a map of Better Auth's ids by the ids of the copied users. */
export function createUserCopier(target: Target, addExtras: AddExtras, options: CopyOptions) {
  const userIds = new Map<string, string>()

  /** Better Auth's row of a user: the one with its id, if that is known, else the one with its email. */
  const find = async (
    id: string | undefined,
    email: string,
  ): Promise<BetterAuthRow | "taken" | undefined> => {
    const [byId] = id === undefined ? [] : await target.find("user", { id })
    if (byId) return byId["email"] === email ? byId : "taken"
    const [byEmail] = await target.find("user", { email })
    return byEmail && id !== undefined ? "taken" : byEmail
  }

  /** Anybody can sign up with a password, the name and the address of another person. The copy creates none. */
  const hasPassword = async ({ id }: BetterAuthRow): Promise<boolean> =>
    (await target.find("account", { userId: String(id), providerId: "credential" })).length > 0

  const adopt = (from: string, to: string): void => {
    userIds.set(from, to)
    if (from !== to) options.onId?.(from, to)
  }

  const copyUser = async (row: User): Promise<Copied> => {
    const email = row.email ?? options.emailFor?.(row)
    if (!email) return "no_email"
    const isVerified = await (options.isEmailVerified?.(row) ?? row.emailVerified !== null)
    const values = addExtras(row, mapUser(row, email, isVerified))
    if (!values) return "undeclared_field"
    const id = target.keepsId(row.id) ? row.id : undefined
    const knownId = id ?? options.ids?.get(row.id)
    const before = await find(knownId, values["email"] as string)
    if (before === undefined && options.dryRun) {
      userIds.set(row.id, row.id)
      return "copied"
    }
    const isNew = before === undefined && (await target.create("user", id, values))
    const stored = before ?? (await find(id, values["email"] as string))
    if (stored === undefined) return "rejected"
    if (stored === "taken") return "taken"
    const isSame = hasValues(stored, values)
    // Without a known id, only equal values show that a user is the same person.
    if (knownId === undefined && (!isSame || (await hasPassword(stored)))) return "taken"
    adopt(row.id, String(stored["id"]))
    if (!isSame) return "different"
    return isNew ? "copied" : "equal"
  }

  return { userIds, copyUser }
}
