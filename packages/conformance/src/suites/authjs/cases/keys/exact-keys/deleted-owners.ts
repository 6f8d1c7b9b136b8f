import { listCases } from "../../../case.ts"
import type { Owner } from "../../row.ts"
import { expectFound, kinds, newOwner } from "../../rows.ts"
import { inBatches } from "../../scale/in-batches.ts"
import { storeOwned, storeWithKey } from "../keyed.ts"
import { createRelatedKeys } from "./written-rows.ts"

// Rows that belong to a user are deleted by the user's id, and tokens by the user's address.

const about = {
  clause: "SEC-B6",
  fix: "Compare the whole id or address when you delete rows, not its beginning, its end or a pattern.",
} as const

/** Addresses that contain the given one, are contained in it, or match it as a pattern. */
const similarAddresses = (name: string): string[] => [
  ...new Set([
    ...[`a${name}`, `${name}a`, name.slice(1), name.slice(0, -1), `a.${name}`, `${name}+a`].map(
      (local) => `${local}@example.com`,
    ),
    ...["example.com.example.com", "example.co", "sub.example.com"].map((domain) => `${name}@${domain}`),
    ...createRelatedKeys(name).others.map((local) => `${local}@example.com`),
    `${name.replace("_", "x")}@example.com`,
  ]),
]

export const deletedOwners = listCases(about, [
  {
    id: "exact-keys/rows-of-similar-users",
    also: ["SEC-J8"],
    title: "Deleting a user deletes no rows of users whose ids match the deleted id as a pattern or a part",
    harm: "When one user is deleted, the sessions and sign-in methods of others are deleted too.",
    async run(t) {
      const [start, owner, [users]] = [t.unique(), await newOwner(t), kinds]
      const [id] = users?.keys ?? []
      if (!users || !id) return
      const kept = []
      for (const end of ["abc", "aBc", "abcd", "xabc", "abc:d"]) {
        const user = await storeWithKey(t, { kind: users, key: id }, [owner, `${start}${end}`])
        kept.push(...(await storeOwned(t, user.fields as Owner)))
      }
      for (const end of ["a_c", "ab%", "a*", "%", "ab?", "abc:"]) {
        const created = await t.attempt(() => t.adapter.createUser(t.user({ id: `${start}${end}` })))
        if (created.status === "fulfilled") await t.adapter.deleteUser(created.value.id)
      }
      for (const { row } of kept) await expectFound(t, row, "of a row of another user")
    },
  },
  {
    id: "exact-keys/tokens-of-similar-addresses",
    also: ["SEC-E4", "SEC-J8"],
    title: "Deleting a user deletes no tokens of addresses that only resemble the user's address",
    harm: "When one user is deleted, the sign-in links of other people stop working.",
    async run(t) {
      const name = `b_${t.unique()}d`
      const deleted = createRelatedKeys(name).written.map((local) => `${local}@example.com`)
      const token = t.token()
      const toTokenKey = (identifier: string) => ({ identifier, token: `${token}-${identifier}` })
      const others = similarAddresses(name).map((identifier) => t.verificationToken(toTokenKey(identifier)))
      await inBatches(others, (otherToken) => t.adapter.createVerificationToken({ ...otherToken }))
      for (const email of deleted) {
        // A user whose address has special characters may be refused: then there is no deletion.
        const created = await t.attempt(() => t.adapter.createUser(t.user({ email })))
        if (created.status === "rejected") continue
        await t.adapter.createVerificationToken(t.verificationToken(toTokenKey(email)))
        await t.adapter.deleteUser(created.value.id)
        t.isNull(await t.adapter.useVerificationToken(toTokenKey(email)), "the token of the deleted user")
      }
      await inBatches(others, async (otherToken) =>
        t.row(
          await t.adapter.useVerificationToken(toTokenKey(otherToken.identifier)),
          otherToken,
          "another token",
        ),
      )
    },
  },
  {
    id: "exact-keys/users-of-similar-addresses",
    also: ["SEC-B7", "SEC-J8"],
    title: "Deleting a user, or changing an address, leaves users with similar addresses unchanged",
    harm: "When one user is deleted, another person can no longer sign in.",
    async run(t) {
      const name = `b_${t.unique()}d`
      const { id } = await t.adapter.createUser(t.user({ email: `${name}@example.com` }))
      const others = []
      for (const email of similarAddresses(name)) {
        const created = await t.attempt(() => t.adapter.createUser(t.user({ email })))
        if (created.status === "fulfilled") others.push(created.value)
      }
      await t.adapter.updateUser({ id, email: t.email() })
      await t.adapter.deleteUser(id)
      for (const { id: otherId, email } of others) {
        t.row(await t.adapter.getUser(otherId), { id: otherId, email }, "getUser")
        t.row(await t.adapter.getUserByEmail(email), { id: otherId }, "getUserByEmail")
      }
    },
  },
])
