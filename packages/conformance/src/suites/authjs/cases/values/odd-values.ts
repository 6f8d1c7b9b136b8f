import type { NewCase } from "../../case.ts"

export const unexpectedValues: readonly NewCase[] = [
  {
    id: "odd-values/wrong-types-are-refused",
    level: "should",
    clause: "SEC-J2",
    also: ["SEC-J1"],
    title: "Objects, arrays and other types are refused where a string is required",
    harm: 'The database stores "[object Object]", or whatever the driver converts the value to.',
    async run(t) {
      for (const key of [{}, ["a"], true, { toString: () => "a" }, Symbol("a"), new String("a")])
        await t.throws(() => t.call("getUser", key), "getUser with a value that is not a string", "invalid")
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
    title: "A session, token or account without a required field is refused",
    harm: "A session that never expires, or an account without a user, is stored.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      // The cases leave the keys in place: other cases could find a row without a key.
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
    title: 'Ids such as "undefined" and "null", which a failed profile request produces, are refused',
    harm: "All users whose profile could not be read share one account.",
    evidence: "GHSA-5hvv-9cqv-894r: after a failed request, all users of supabase became the same user",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const providerAccountId of ["", "undefined", "null", "NaN", "[object Object]", "0"]) {
        const account = t.account(id, { provider: t.unique(), providerAccountId })
        const link = () => t.adapter.linkAccount(account)
        await t.throws(link, `the id ${JSON.stringify(providerAccountId)}`, "invalid")
      }
    },
  },
  {
    id: "odd-values/odd-text-is-kept-or-refused",
    level: "should",
    clause: "SEC-J7",
    title: "Text with a NUL or half a surrogate pair is refused or stored unchanged",
    harm: "The stored text differs from the given text.",
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
    title: "Undeclared fields, even with hostile names, do not prevent a sign-up",
    harm: "A profile callback that returns an extra field locks all users out, or writes to other columns.",
    evidence: "CVE-2026-39356 (Drizzle), CVE-2026-30951 (Sequelize): column names were not escaped",
    async run(t) {
      const user = t.user()
      const extra = { role: "admin", 'x" = 1 --': "x", $where: "1", "a.b": 1, nested: { a: 1 } }

      const { id } = await t.adapter.createUser({ ...user, ...extra })

      t.row(await t.adapter.getUser(id), { ...user, id }, "getUser")
    },
  },
  {
    id: "odd-values/prototypes-stay-clean",
    clause: "SEC-J5",
    title: "A field named __proto__ changes no prototype",
    harm: "One crafted profile changes every object in the server process.",
    evidence: "CVE-2024-21512 (mysql2)",
    async run(t) {
      const crafted = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
      const outcome = await t.attempt(() => t.adapter.createUser({ ...t.user(), ...crafted }))
      const user = outcome.status === "fulfilled" ? outcome.value : await t.adapter.createUser(t.user())
      const changed = await t.attempt(() =>
        t.call("updateUser", Object.assign(JSON.parse('{"__proto__":{"polluted":1}}'), { id: user.id })),
      )
      const linked = await t.attempt(() => t.adapter.linkAccount({ ...t.account(user.id), ...crafted }))

      t.check(!("polluted" in {}), "Object.prototype as it was", "a field `polluted` on every object")
      const results = [changed, linked].map((writeOutcome) =>
        writeOutcome.status === "fulfilled" ? writeOutcome.value : null,
      )
      for (const row of [user, await t.adapter.getUser(user.id), ...results])
        t.check(!("polluted" in Object(row)), "a row without the field `polluted`", row)
    },
  },
  {
    id: "odd-values/types-of-account",
    level: "may",
    clause: "§2 AdapterAccountType",
    title: "An account of a type that the contract does not define is refused",
    harm: "A mistyped account type is stored, and no code recognizes it later.",
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
    harm: "A session is stored that never expires, or that makes every read fail.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id, { expires: new Date(Number.NaN) })

      await t.throws(() => t.adapter.createSession(session), "createSession with an invalid date", "invalid")
    },
  },
]
