import type { Case } from "../case.ts"

export const emails: readonly Case[] = [
  {
    id: "emails/one-user-each",
    level: "must",
    clause: "SEC-B2",
    also: ["§4 createUser", "client 1.6.11"],
    title: "A second user with the same address is refused, and the first stays as it was",
    harm: "One person has two users, and which one signs in is luck.",
    evidence: "@auth/pg-adapter, @auth/d1-adapter and @auth/mongodb-adapter accept both",
    fix: "Put a unique index on the address and let its error through.",
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      const given = t.user({ name: "The first" })
      const first = await t.adapter.createUser(given)

      const second = t.user({ name: "The second", email: given.email })
      await t.throws(() => t.adapter.createUser(second), "createUser with a taken address", "conflict")

      t.row(await t.adapter.getUserByEmail(given.email), { ...given, id: first.id }, "getUserByEmail")
    },
  },
  {
    id: "emails/refused-user-leaves-nothing",
    level: "must",
    clause: "SEC-B2",
    title: "A user who was refused for a taken address is not there by id either",
    harm: "Orphans pile up that no address leads to.",
    evidence: "@auth/azure-tables-adapter leaves the user's row behind",
    needs: ["createUser", "getUser"],
    async run(t) {
      const { email } = await t.adapter.createUser(t.user())
      const refused = t.user({ email })

      await t.throws(() => t.adapter.createUser(refused), "createUser with a taken address", "conflict")

      t.isNull(await t.adapter.getUser(refused.id), "getUser of the refused user")
    },
  },
  {
    id: "emails/change-moves-the-lookup",
    level: "must",
    clause: "SEC-B7",
    also: ["§4 updateUser", "vector 13"],
    title: "After a change of address the new one finds the user and the old one nobody",
    harm: "Whoever gets the old address next signs in as this person.",
    evidence:
      "@auth/upstash-redis-adapter, @auth/unstorage-adapter and @auth/dynamodb-adapter keep the old one",
    needs: ["createUser", "updateUser", "getUserByEmail"],
    async run(t) {
      const { id, email: old } = await t.adapter.createUser(t.user())
      const email = t.email()

      t.row(await t.adapter.updateUser({ id, email }), { id, email }, "the updated user")

      t.row(await t.adapter.getUserByEmail(email), { id, email }, "getUserByEmail with the new address")
      t.isNull(await t.adapter.getUserByEmail(old), "getUserByEmail with the old address")
    },
  },
  {
    id: "emails/old-address-is-free",
    level: "must",
    clause: "SEC-B7",
    also: ["vector 13"],
    title: "An address that its user gave up can be taken by another",
    harm: "The next owner of the address cannot sign up.",
    needs: ["createUser", "updateUser", "getUserByEmail"],
    async run(t) {
      const { id, email: old } = await t.adapter.createUser(t.user())
      await t.adapter.updateUser({ id, email: t.email() })

      const next = await t.adapter.createUser(t.user({ email: old }))

      t.row(await t.adapter.getUserByEmail(old), { id: next.id }, "getUserByEmail with the old address")
    },
  },
  {
    id: "emails/swapped",
    level: "must",
    clause: "SEC-B7",
    title: "Two users can swap their addresses by way of a third",
    harm: "After a mix-up was put right, each still signs in as the other.",
    needs: ["createUser", "updateUser", "getUserByEmail"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())

      await t.adapter.updateUser({ id: ada.id, email: t.email() })
      await t.adapter.updateUser({ id: bob.id, email: ada.email })
      await t.adapter.updateUser({ id: ada.id, email: bob.email })

      t.row(await t.adapter.getUserByEmail(ada.email), { id: bob.id }, "who has the first address")
      t.row(await t.adapter.getUserByEmail(bob.email), { id: ada.id }, "who has the second address")
    },
  },
  {
    id: "emails/taken-address-is-refused",
    level: "must",
    clause: "SEC-B7",
    also: ["§4 updateUser"],
    title: "A user cannot change to an address that is taken, and nothing changes",
    harm: "Anybody takes over an account by claiming its address.",
    needs: ["createUser", "updateUser", "getUser", "getUserByEmail"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const given = t.user({ name: "Bob" })
      const bob = await t.adapter.createUser(given)

      const grab = () => t.adapter.updateUser({ id: bob.id, name: "Mallory", email: ada.email })
      await t.throws(grab, "updateUser to a taken address", "conflict")

      t.row(await t.adapter.getUserByEmail(ada.email), { id: ada.id }, "who has the address")
      t.row(await t.adapter.getUser(bob.id), { ...given, id: bob.id }, "getUser of the one who tried")
    },
  },
  {
    id: "emails/own-address-again",
    level: "must",
    clause: "§4 updateUser",
    title: "A user may be updated with the address that is theirs already",
    harm: "Saving a profile with the address unchanged fails as taken.",
    needs: ["createUser", "updateUser", "getUserByEmail"],
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())

      t.row(
        await t.adapter.updateUser({ id, email, name: "Ada" }),
        { id, email, name: "Ada" },
        "the updated user",
      )
      t.row(await t.adapter.getUserByEmail(email), { id, name: "Ada" }, "getUserByEmail afterwards")
    },
  },
  {
    id: "emails/case-does-not-matter",
    level: "should",
    clause: "SEC-C10",
    also: ["vector 12", "client 1.6.6"],
    title: "An address in other letters of upper and lower case is the same address",
    harm: "The same person has one user per spelling.",
    evidence: "supabase/supabase-js#165, better-auth/better-auth#1507",
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      const email = t.email()
      const { id } = await t.adapter.createUser(t.user({ email: email.toUpperCase() }))

      t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail in lower case")
      const again = t.user({ email })
      await t.throws(() => t.adapter.createUser(again), "createUser with the other spelling", "conflict")
    },
  },
  {
    id: "emails/one-form-of-unicode",
    level: "should",
    clause: "SEC-C9",
    also: ["vector 12", "SEC-C10"],
    title: "An address in another form of Unicode is the same address",
    harm: "A look-alike of an address becomes a second user, or slips past a check.",
    evidence: "CVE-2026-73420: @auth/core checked an address before it was normalised",
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      const name = `josé${t.unique()}`
      const { id } = await t.adapter.createUser(t.user({ email: `${name.normalize("NFC")}@example.com` }))

      for (const email of [
        `${name.normalize("NFD")}@example.com`,
        `${name}＠ｅxample.com`,
        ` ${name}@example.com `,
      ])
        t.row(await t.adapter.getUserByEmail(email), { id }, `getUserByEmail(${JSON.stringify(email)})`)
    },
  },
]
