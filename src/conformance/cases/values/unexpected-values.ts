import type { Case } from "../../case.ts"

export const unexpectedValues: readonly Case[] = [
  {
    id: "odd-values/wrong-types-are-refused",
    level: "should",
    clause: "SEC-J2",
    also: ["SEC-J1"],
    title: "Objects, lists and the like are refused where text is meant",
    harm: 'What is stored is "[object Object]", or whatever the driver makes of it.',
    needs: ["getUser", "createUser"],
    async run(t) {
      for (const key of [{}, ["a"], true, { toString: () => "a" }, Symbol("a"), new String("a")])
        await t.throws(() => t.call("getUser", key), "getUser with something that is no text", "invalid")
      for (const name of [{ first: "Ada" }, ["Ada"], 42, new Date()])
        await t.throws(
          () => t.call("createUser", { ...t.user(), name }),
          "createUser with such a name",
          "invalid",
        )
    },
  },
  {
    id: "odd-values/missing-fields-are-refused",
    level: "should",
    clause: "SEC-J2",
    title: "A session, token or account without a field that it must have is refused",
    harm: "A session without an end, or an account of nobody, is stored.",
    needs: ["createUser", "createSession", "createVerificationToken", "linkAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      // Keys are left alone: a row without one would be found by other cases.
      for (const empty of [undefined, null]) {
        const session = { ...t.session(id), expires: empty }
        await t.throws(() => t.call("createSession", session), "a session without expires", "invalid")
        const token = { ...t.verificationToken(), expires: empty }
        await t.throws(() => t.call("createVerificationToken", token), "a token without expires", "invalid")
        const account = { ...t.account(id), userId: empty }
        await t.throws(() => t.call("linkAccount", account), "an account without userId", "invalid")
      }
    },
  },
  {
    id: "odd-values/ids-of-failed-profiles-are-refused",
    level: "should",
    clause: "SEC-C2",
    title: "Ids that a failed profile request leaves behind are refused",
    harm: "Everybody whose profile could not be read shares one account.",
    evidence: "GHSA-5hvv-9cqv-894r: a failed request made every user of supabase the same one",
    needs: ["createUser", "linkAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const providerAccountId of ["", "undefined", "null", "NaN", "[object Object]", "0"]) {
        const account = t.account(id, { provider: t.unique(), providerAccountId })
        await t.throws(
          () => t.adapter.linkAccount(account),
          `the id ${JSON.stringify(providerAccountId)}`,
          "invalid",
        )
      }
    },
  },
  {
    id: "odd-values/odd-text-is-kept-or-refused",
    level: "should",
    clause: "SEC-J7",
    title: "Text with a NUL or half a character is refused or kept as it is",
    harm: "What is stored is not what was given.",
    needs: ["createUser", "getUser"],
    async run(t) {
      for (const name of ["Ada\0Lovelace", "\ud83d alone", "alone \ude00"]) {
        const outcome = await t.attempt(() => t.adapter.createUser(t.user({ name })))
        if (outcome.status === "fulfilled")
          t.row(await t.adapter.getUser(outcome.value.id), { name }, "getUser, if the name was accepted")
      }
    },
  },
  {
    id: "odd-values/unknown-fields-of-users",
    level: "should",
    clause: "§1.6",
    also: ["SEC-J4"],
    title: "Fields that nobody declared, hostile names among them, do not stop a sign-up",
    harm: "A profile callback that returns a field too many locks everybody out, or writes to other columns.",
    evidence: "CVE-2026-39356 (Drizzle), CVE-2026-30951 (Sequelize): names of columns were not escaped",
    needs: ["createUser", "getUser"],
    async run(t) {
      const given = t.user()
      const extra = { role: "admin", 'x" = 1 --': "x", $where: "1", "a.b": 1, nested: { a: 1 } }

      const { id } = await t.adapter.createUser({ ...given, ...extra })

      t.row(await t.adapter.getUser(id), { ...given, id }, "getUser")
    },
  },
  {
    id: "odd-values/prototypes-stay-clean",
    level: "must",
    clause: "SEC-J5",
    title: "A field named __proto__ reaches no prototype",
    harm: "One crafted profile changes every object of the server.",
    evidence: "CVE-2024-21512 (mysql2)",
    needs: ["createUser", "updateUser", "linkAccount"],
    async run(t) {
      const crafted = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
      const outcome = await t.attempt(() => t.adapter.createUser({ ...t.user(), ...crafted }))
      const user = outcome.status === "fulfilled" ? outcome.value : await t.adapter.createUser(t.user())
      await t.attempt(() =>
        t.call("updateUser", Object.assign(JSON.parse('{"__proto__":{"polluted":1}}'), { id: user.id })),
      )
      await t.attempt(() => t.adapter.linkAccount({ ...t.account(user.id), ...crafted }))

      t.check(!("polluted" in {}), "Object.prototype as it was", "a field `polluted` on every object")
      t.check(!("polluted" in user), "a user without the field `polluted`", user)
    },
  },
  {
    id: "odd-values/types-of-account",
    level: "may",
    clause: "§2 AdapterAccountType",
    title: "An account of a type that the contract does not know is refused",
    harm: "A mistyped type is stored and never understood again.",
    needs: ["createUser", "linkAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = { ...t.account(id), type: "magic" }

      await t.throws(() => t.call("linkAccount", account), 'linkAccount of the type "magic"', "invalid")
    },
  },
  {
    id: "odd-values/invalid-dates-are-refused",
    level: "should",
    clause: "SEC-A6",
    title: "An invalid Date is refused",
    harm: "A session without an end is stored, or one that breaks each read.",
    needs: ["createUser", "createSession"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id, { expires: new Date(Number.NaN) })

      await t.throws(() => t.adapter.createSession(session), "createSession with an invalid date", "invalid")
    },
  },
]
