import type { CaseContext } from "../../case.ts"
import { usersWithoutEmail } from "../users/users-without-email.ts"

/** A user whose optional fields are absent, and the fields that every lookup must return. */
export type BareUser = {
  readonly what: string
  readonly id: string
  readonly email?: string
  readonly fields: object
}

const empty = { name: null, image: null, emailVerified: null }

/**
 * Users without optional fields: one with an address alone, one with a name alone, and one without any field. The
 * contract requires an address, so an adapter may refuse the latter two.
 */
export async function bareUsers(t: CaseContext): Promise<BareUser[]> {
  const email = t.email()
  const { id } = await t.adapter.createUser({ email })
  const withAddress = { what: "a user with an address alone", id, email, fields: { ...empty, id, email } }
  const accepted = await usersWithoutEmail(t)
  if (accepted.some(({ status }) => status === "rejected")) return [withAddress]

  const create = (name: string | undefined) =>
    t.adapter.createUser({ id: crypto.randomUUID(), name, email: undefined, emailVerified: null })
  const [named, bare] = [await create("Ada"), await create(undefined)]
  const nothing = { ...empty, email: null }
  return [
    withAddress,
    { what: "a user with a name alone", id: named.id, fields: { ...nothing, id: named.id, name: "Ada" } },
    { what: "a user without any field", id: bare.id, fields: { ...nothing, id: bare.id } },
  ]
}
