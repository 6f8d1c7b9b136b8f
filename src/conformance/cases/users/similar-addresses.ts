import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"

/** Addresses that contain the given one, are contained in it, or match it as a pattern. */
const similar = (name: string): string[] => [
  `a${name}@example.com`,
  `${name}a@example.com`,
  `${name.slice(1)}@example.com`,
  `${name.slice(0, -1)}@example.com`,
  `${name}@example.com.example.com`,
  `${name}@example.co`,
  `${name}@sub.example.com`,
  `a.${name}@example.com`,
  `${name}+a@example.com`,
  `${name.replace("_", "x")}@example.com`,
]

export const similarAddresses: readonly Case[] = [
  {
    id: "similar-addresses/keep-their-tokens",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-E4", "SEC-J8"],
    title: "Deleting a user deletes no tokens of addresses that only resemble the address of the user",
    harm: "When one user is deleted, the sign-in links of other people stop working.",
    fix: "Compare the whole address when you delete tokens, not its beginning, its end or a pattern.",
    needs: ["createUser", "deleteUser", "createVerificationToken", "useVerificationToken"],
    async run(t) {
      const name = `b_${t.unique()}`
      const { id, email } = await t.adapter.createUser(t.user({ email: `${name}@example.com` }))
      const own = t.verificationToken({ identifier: email })
      const others = similar(name).map((identifier) => t.verificationToken({ identifier }))
      for (const token of [own, ...others]) await t.adapter.createVerificationToken(token)

      await t.adapter.deleteUser(id)

      t.isNull(await t.adapter.useVerificationToken(tokenKey(own)), "the token of the deleted user")
      for (const token of others)
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a token of another address")
    },
  },
  {
    id: "similar-addresses/keep-their-users",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-B7", "SEC-J8"],
    title: "Deleting a user, or changing an address, leaves users with similar addresses unchanged",
    harm: "When one user is deleted, another person can no longer sign in.",
    fix: "Compare the whole address or id, not its beginning, its end or a pattern.",
    needs: ["createUser", "updateUser", "deleteUser", "getUser", "getUserByEmail"],
    async run(t) {
      const name = `b_${t.unique()}`
      const { id } = await t.adapter.createUser(t.user({ email: `${name}@example.com` }))
      const others = []
      for (const email of similar(name)) others.push(await t.adapter.createUser(t.user({ email })))

      await t.adapter.updateUser({ id, email: t.email() })
      await t.adapter.deleteUser(id)

      for (const other of others) {
        t.row(await t.adapter.getUser(other.id), { id: other.id, email: other.email }, "getUser")
        t.row(await t.adapter.getUserByEmail(other.email), { id: other.id }, "getUserByEmail")
      }
    },
  },
]
