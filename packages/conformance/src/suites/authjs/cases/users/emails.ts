import { listCases } from "../../case.ts"

export const emails = listCases({ guarantees: ["unique_emails"] }, [
  {
    id: "emails/one-user-each",
    clause: "SEC-B2",
    also: ["§4 createUser", "client 1.6.11"],
    title: "A second user with the same email address is refused, and the first user is unchanged",
    harm: "One person has two users, and it is random which of them is signed in.",
    evidence: "@auth/pg-adapter, @auth/d1-adapter and @auth/mongodb-adapter accept both",
    fix: "Put a unique index on the address and do not catch its error.",
    async run(t) {
      const user = t.user({ name: "The first" })
      const first = await t.adapter.createUser(user)

      const second = t.user({ name: "The second", email: user.email })
      await t.throws(() => t.adapter.createUser(second), "createUser with a taken address", "conflict")

      t.row(await t.adapter.getUserByEmail(user.email), { ...user, id: first.id }, "getUserByEmail")
    },
  },
  {
    id: "emails/refused-user-leaves-nothing",
    clause: "SEC-B2",
    title: "A user who was refused because the address is taken cannot be found by id either",
    harm: "Orphaned users accumulate that no email address leads to.",
    evidence: "@auth/azure-tables-adapter leaves the user's row behind",
    async run(t) {
      const { email } = await t.adapter.createUser(t.user())
      const refused = t.user({ email })

      await t.throws(() => t.adapter.createUser(refused), "createUser with a taken address", "conflict")

      t.isNull(await t.adapter.getUser(refused.id), "getUser of the refused user")
    },
  },
  {
    id: "emails/case-does-not-matter",
    level: "should",
    clause: "SEC-C10",
    also: ["vector 12", "client 1.6.6"],
    title: "Addresses that differ only in upper and lower case are the same address",
    harm: "The same person gets one user per spelling of the address.",
    evidence: "supabase/supabase-js#165, better-auth/better-auth#1507",
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
    title: "Addresses that differ only in their Unicode normalization form are the same address",
    harm: "A look-alike of an address becomes a second user, or bypasses a check.",
    evidence: "CVE-2026-73420: @auth/core checked an address before it normalized it",
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
])
