import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"
import { inBatches } from "../scale/in-batches.ts"

// Some libraries ignore dots and tags at these domains, or treat several of them as one.
const mailProviders = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "ymail.com"],
  ...["icloud.com", "me.com", "fastmail.com", "proton.me", "protonmail.com", "pm.me", "yandex.ru", "ya.ru"],
]

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
  {
    id: "similar-addresses/at-mail-providers",
    level: "must",
    clause: "SEC-C9",
    also: ["§4 getUserByEmail", "SEC-C10"],
    title: "At the domains of large mail providers, an address without its dots or with a tag finds no user",
    harm: "A link sent to one mailbox signs in the owner of another.",
    evidence:
      "normalizeEmail of validator.js removes dots at gmail.com, and tags there and at Outlook, Yahoo and iCloud",
    fix: "Compare the whole address: whether two addresses share a mailbox is known only to the provider.",
    async run(t) {
      for (const domain of t.some(mailProviders, 2)) {
        const local = `a.${t.unique()}`
        await t.adapter.createUser(t.user({ email: `${local}@${domain}` }))
        const locals = [local.slice(2), local.replace(".", ""), `${local}+x`, `${local}-x`, `${local}.x`]
        const others = mailProviders.filter((each) => each !== domain)
        await inBatches(
          [...locals.map((each) => `${each}@${domain}`), ...others.map((each) => `${local}@${each}`)],
          async (email) =>
            t.isNothing(
              await t.adapter.getUserByEmail(email),
              `getUserByEmail of another address than at ${domain}`,
            ),
        )
      }
    },
  },
]
