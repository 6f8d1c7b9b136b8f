import type { Case } from "../../case.ts"

export const users: readonly Case[] = [
  {
    id: "users/created-is-returned",
    level: "must",
    clause: "§4 createUser",
    also: ["§2 AdapterUser"],
    title: "createUser returns the whole user, with an id that is text",
    harm: "The client takes the user's id for the account and the session from this answer.",
    evidence: "@auth/pg-adapter answers with numbers for ids",
    needs: ["createUser"],
    async run(t) {
      const given = t.user()

      const user = await t.adapter.createUser(given)

      t.row(user, { ...given, id: user.id }, "the created user")
      t.check(typeof user.id === "string" && user.id !== "", "an id that is text", user.id)
    },
  },
  {
    id: "users/found-by-id",
    level: "must",
    clause: "§4 getUser",
    title: "getUser finds a user by the id that createUser returned",
    harm: "The user is signed up and cannot be found again.",
    needs: ["createUser", "getUser"],
    async run(t) {
      const given = t.user()
      const { id } = await t.adapter.createUser(given)

      t.row(await t.adapter.getUser(id), { ...given, id }, "getUser with the returned id")
    },
  },
  {
    id: "users/found-by-email",
    level: "must",
    clause: "§4 getUserByEmail",
    title: "getUserByEmail finds a user by the address",
    harm: "Each email sign-in of a known person makes a new user.",
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      const given = t.user()
      const { id } = await t.adapter.createUser(given)

      t.row(await t.adapter.getUserByEmail(given.email), { ...given, id }, "getUserByEmail")
    },
  },
  {
    id: "users/email-as-typed-is-found",
    level: "must",
    clause: "§4 getUserByEmail",
    also: ["client 1.6.6"],
    title: "A user is found by the address exactly as it was given, whatever its case",
    harm: "A passkey user who typed capitals is not found at the next sign-in.",
    evidence: "@auth/core lower-cases the address of OAuth and email sign-in, not of passkeys",
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      const email = `WA.${t.unique()}@Example.com`
      const { id } = await t.adapter.createUser(t.user({ email }))

      t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail with the address as given")
    },
  },
  {
    id: "users/unknown-id-is-null",
    level: "must",
    clause: "§7.5",
    also: ["§4 getUser", "SEC-A1", "vector 16"],
    title: "getUser answers null for an id that nobody has, whatever its form",
    harm: "A stale token or a mistyped id becomes a crash, or somebody else.",
    evidence:
      "@auth/supabase-adapter throws for ids that are no UUID; @auth/mongodb-adapter for 24 characters that are not hex",
    fix: "Check the form of an id before you ask the store; what it cannot hold is null.",
    needs: ["createUser", "getUser"],
    async run(t) {
      await t.adapter.createUser(t.user())

      for (const id of [
        crypto.randomUUID(),
        "no-such-user",
        "zzzzzzzzzzzzzzzzzzzzzzzz",
        "99999999999999999999",
      ])
        t.isNull(await t.adapter.getUser(id), `getUser(${JSON.stringify(id)})`)
    },
  },
  {
    id: "users/unknown-email-is-null",
    level: "must",
    clause: "§7.5",
    also: ["§4 getUserByEmail", "SEC-A1"],
    title: "getUserByEmail answers null for an address that nobody has",
    harm: "A newcomer is taken for somebody else, or sign-up fails.",
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      await t.adapter.createUser(t.user())

      t.isNull(await t.adapter.getUserByEmail(t.email()), "getUserByEmail with an unknown address")
    },
  },
  {
    id: "users/stay-apart",
    level: "must",
    clause: "§4 getUser",
    also: ["§4 getUserByEmail", "§2 AdapterUser"],
    title: "Two users have two ids, and each lookup finds its own",
    harm: "People see each other's data.",
    needs: ["createUser", "getUser", "getUserByEmail"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user({ name: "Ada" }))
      const bob = await t.adapter.createUser(t.user({ name: "Bob" }))

      t.check(ada.id !== bob.id, "two ids", ada.id)
      for (const { id, name, email } of [ada, bob]) {
        t.row(await t.adapter.getUser(id), { id, name, email }, `getUser of ${name}`)
        t.row(await t.adapter.getUserByEmail(email), { id, name, email }, `getUserByEmail of ${name}`)
      }
    },
  },
]
