import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

export const keysInWrites: readonly Case[] = [
  {
    id: "users/taken-id-replaces-nobody",
    level: "must",
    clause: "§4 createUser",
    also: ["client 1.6.1"],
    title: "A new user with an existing id is refused or gets another id, and the first user is unchanged",
    harm: "A sign-up overwrites an existing user, and takes over their sessions and accounts.",
    evidence: "@auth/firebase-adapter and key-value adapters write by id without checking it",
    fix: "Insert without overwriting, or generate the ids in the adapter.",
    async run(t) {
      const given = t.user()
      const first = await t.adapter.createUser(given)

      const second = await t.attempt(() => t.adapter.createUser(t.user({ id: first.id, name: "Grace" })))

      if (second.status === "fulfilled")
        t.check(second.value.id !== first.id, "another id, or an error", second.value.id)
      t.row(await t.adapter.getUser(first.id), { ...given, id: first.id }, "the first user, by id")
      t.row(await t.adapter.getUserByEmail(given.email), { id: first.id }, "the first user, by email")
    },
  },
  {
    id: "email-changes/undefined-keeps-the-address",
    level: "must",
    clause: "SEC-A5",
    also: ["SEC-B7"],
    guarantees: ["unique_emails"],
    title: "After an update whose email is undefined, the address still finds the user and stays taken",
    harm: "A user who changes their name can no longer sign in by email, or another user takes the address.",
    evidence: "@auth/upstash-redis-adapter and @auth/unstorage-adapter build index keys from undefined",
    fix: "Do not touch the email index when the update contains no address.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())

      await t.adapter.updateUser({ id, email: undefined, name: "Grace Hopper" })

      t.row(await t.adapter.getUserByEmail(email), { id, email, name: "Grace Hopper" }, "getUserByEmail")
      await t.throws(
        () => t.adapter.createUser(t.user({ email })),
        "createUser of the same address",
        "conflict",
      )
    },
  },
  {
    id: "account-fields/numeric-id-is-unlinked",
    level: "must",
    clause: "client 1.6.3",
    also: ["§4 unlinkAccount"],
    title: "An account that was linked with a numeric id can be unlinked by the number and by its text",
    harm: "A user cannot unlink the account.",
    evidence: "The providers vk and concept2 pass numbers as ids",
    fix: "Convert the id to a string in every operation that takes it.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const spell of [Number, String]) {
        const number = Math.floor(t.random() * 2 ** 48) + 1
        const account = { ...t.account(id), providerAccountId: number }
        await t.adapter.linkAccount(account)

        await t.adapter.unlinkAccount({ provider: account.provider, providerAccountId: spell(number) })

        const owner = await t.adapter.getUserByAccount(
          accountKey({ ...account, providerAccountId: String(number) }),
        )
        t.isNothing(owner, `the owner, after unlinking by ${spell === Number ? "the number" : "its text"}`)
      }
    },
  },
  {
    id: "account-fields/numeric-id-keeps-its-tokens",
    level: "must",
    clause: "client 1.6.3",
    also: ["§4 getAccount", "§1.8"],
    title: "An account that was linked with a numeric id is returned with its tokens",
    harm: "The application loses access to the provider, or every lookup of the account throws.",
    fix: "Convert the id to a string before it is used in a key or to encrypt the tokens.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const number = Math.floor(t.random() * 2 ** 48) + 1
      const tokens = { access_token: t.unique(), refresh_token: t.unique(), id_token: t.unique() }
      const account = t.account(id, { provider: `vk-${t.unique()}`, ...tokens, expires_at: 1_900_000_000 })
      const linked = await t.attempt(() => t.adapter.linkAccount({ ...account, providerAccountId: number }))
      if (linked.status === "rejected") return

      // An adapter may find it only by the number: another case warns of that.
      const byText = await t.adapter.getAccount(String(number), account.provider)
      const found = byText ?? (await t.call("getAccount", number, account.provider))
      t.row(found, { userId: id, ...tokens, expires_at: account.expires_at }, "getAccount")
    },
  },
]
