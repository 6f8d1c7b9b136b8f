import { type CaseContext, listCases, type NewCase } from "../../case.ts"
import type { Owner, Row } from "../row.ts"
import {
  expectAbsent,
  expectFound,
  type Kind,
  newOwner,
  pickKeys,
  toOwnedRow,
  userRowKinds,
} from "../rows.ts"
import { usersWithoutEmail } from "./users-without-email.ts"

/** A user without an address, if the adapter accepts such users. */
async function ownerWithoutEmail(t: CaseContext): Promise<Owner | undefined> {
  const [first] = await usersWithoutEmail(t)
  if (first.status === "rejected") return undefined
  const user = t.user()
  const { id } = await t.adapter.createUser({ ...user, email: undefined })
  return { ...user, id }
}

type Variant = { readonly kind: Kind; readonly isExpired: boolean }

const listVariants = (kind: Kind): Variant[] =>
  kind.expiryField ? [false, true].map((isExpired) => ({ kind, isExpired })) : [{ kind, isExpired: false }]

const makeRow = (t: CaseContext, { kind, isExpired }: Variant, owner: Owner, index: number): Row => {
  const row = toOwnedRow(t, kind, owner, index)
  return isExpired ? kind.row(t, owner, { ...row.fields, [kind.expiryField ?? ""]: t.inDays(-1) }) : row
}

/** Deletes a user who only has these rows. None of them is found afterwards, and the next user can have their keys. */
async function deleteWith(
  t: CaseContext,
  variants: readonly Variant[],
  { owner, hasEmail, count }: { owner: Owner; hasEmail: boolean; count: number },
) {
  const rows: { kind: Kind; row: Row }[] = []
  for (const variant of variants)
    for (let index = 0; index < count; index++) {
      // Without an address, the user has no tokens.
      if (variant.kind.addressField && !hasEmail) continue
      const row = makeRow(t, variant, owner, index)
      // A store may refuse a row that has expired.
      const stored = await t.attempt(() => row.store())
      if (stored.status === "rejected" && !variant.isExpired) throw stored.reason
      rows.push({ kind: variant.kind, row })
    }
  const { kind } = variants[0] as Variant
  const bystander = await newOwner(t)
  const others = await toOwnedRow(t, kind, bystander).store()

  await t.adapter.deleteUser(owner.id)

  t.isNull(await t.adapter.getUser(owner.id), "getUser of the deleted user")
  for (const { row } of rows) await expectAbsent(t, row, "after the deletion of the user")
  await expectFound(t, others, "of another user")
  const next = await newOwner(t)
  for (const { kind, row } of rows)
    if (!kind.isReadOnce)
      await expectFound(t, await kind.row(t, next, pickKeys(kind, row)).store(), "of the next user")
}

async function deleteWithAndWithoutEmail(t: CaseContext, variants: readonly Variant[]) {
  // Four accounts are of four types.
  const counts = [1, 4]
  for (const count of counts)
    await deleteWith(t, variants, { owner: await newOwner(t), hasEmail: true, count })
  for (const count of t.some(counts, 1)) {
    const owner = await ownerWithoutEmail(t)
    if (owner) await deleteWith(t, variants, { owner, hasEmail: false, count })
  }
}

const about = {
  clause: "SEC-B6",
  harm: "A deleted user can still sign in, or their account and passkey can never be used again.",
  evidence:
    "GHSA-2vg6-77g8-24mp (better-auth); @auth/upstash-redis-adapter deletes one session; @auth/azure-tables-adapter does nothing for a user without a session",
  fix: "Delete the rows of every kind by the id of the user, whatever other rows exist.",
} as const

export const cascades = listCases(about, [
  ...userRowKinds.map(
    (kind): NewCase => ({
      ...about,
      id: `cascades/${kind.name}s`,
      also: ["§4 deleteUser", "§7.4", "SEC-F7", "vector 15"],
      title: `Deleting a user who only has ${kind.many} deletes all of them and frees their keys`,
      async run(t) {
        for (const variant of listVariants(kind)) await deleteWithAndWithoutEmail(t, [variant])
      },
    }),
  ),
  {
    id: "cascades/every-kind-of-row",
    also: ["§4 deleteUser"],
    title: "Deleting a user who has rows of every kind deletes all of them and frees their keys",
    run: (t) => deleteWithAndWithoutEmail(t, userRowKinds.flatMap(listVariants)),
  },
])
