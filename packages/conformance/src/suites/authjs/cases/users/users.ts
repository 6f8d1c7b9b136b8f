import type { NewCase } from "../../case.ts"

export const users: readonly NewCase[] = [
  {
    id: "users/created-is-returned",
    clause: "§4 createUser",
    also: ["§2 AdapterUser"],
    title: "createUser returns the whole user, with an id that is a string",
    harm: "The client takes the user id for the account and the session from this result.",
    evidence: "@auth/pg-adapter returns numbers as ids",
    async run(t) {
      const newUser = t.user()

      const user = await t.adapter.createUser(newUser)

      t.row(user, { ...newUser, id: user.id }, "the created user")
      t.check(typeof user.id === "string" && user.id !== "", "an id that is a string", user.id)
    },
  },
  {
    id: "users/found-by-id",
    clause: "§4 getUser",
    title: "getUser finds a user by the id that createUser returned",
    harm: "The user has signed up but cannot be found again.",
    async run(t) {
      const user = t.user()
      const { id } = await t.adapter.createUser(user)

      t.row(await t.adapter.getUser(id), { ...user, id }, "getUser with the returned id")
    },
  },
  {
    id: "users/found-by-email",
    clause: "§4 getUserByEmail",
    title: "getUserByEmail finds a user by the email address",
    harm: "Every email sign-in of an existing user creates a new user.",
    async run(t) {
      const user = t.user()
      const { id } = await t.adapter.createUser(user)

      t.row(await t.adapter.getUserByEmail(user.email), { ...user, id }, "getUserByEmail")
    },
  },
  {
    id: "users/email-as-typed-is-found",
    clause: "§4 getUserByEmail",
    also: ["client 1.6.6"],
    title: "getUserByEmail finds a user by the exact address that was given, whatever its case",
    harm: "A passkey user who typed capital letters is not found at the next sign-in.",
    evidence: "@auth/core lower-cases the address for OAuth and email sign-in, but not for passkeys",
    async run(t) {
      const email = `WA.${t.unique()}@Example.com`
      const { id } = await t.adapter.createUser(t.user({ email }))

      t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail with the address as given")
    },
  },
  {
    id: "users/unknown-id-is-null",
    clause: "§7.5",
    also: ["§4 getUser", "SEC-A1", "vector 16"],
    title: "getUser returns null for an id that does not exist, whatever its format",
    harm: "A stale or mistyped id crashes the request or returns a different user.",
    evidence:
      "@auth/supabase-adapter throws for an id that is not a UUID; @auth/mongodb-adapter throws for 24 characters that are not hex",
    fix: "Check the format of an id before querying. Return null if the column cannot hold it.",
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
    clause: "§7.5",
    also: ["§4 getUserByEmail", "SEC-A1"],
    title: "getUserByEmail returns null for an address that does not exist",
    harm: "A new user is mistaken for an existing one, or sign-up fails.",
    async run(t) {
      await t.adapter.createUser(t.user())

      t.isNull(await t.adapter.getUserByEmail(t.email()), "getUserByEmail with an unknown address")
    },
  },
  {
    id: "users/stay-apart",
    clause: "§4 getUser",
    also: ["§4 getUserByEmail", "§2 AdapterUser"],
    title: "Two users have different ids, and each lookup finds the right user",
    harm: "Users see each other's data.",
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
  {
    id: "users/undefined-id-is-no-id",
    level: "should",
    clause: "§4 createUser",
    also: ["client 1.6.1"],
    title: "Users whose id is undefined get ids of their own",
    harm: "The second user who signs up is refused, or replaces the first.",
    fix: "Generate an id when the given one is undefined.",
    async run(t) {
      const emails = [t.email(), t.email()]
      const created = []
      for (const email of emails)
        created.push((await t.call("createUser", { email, id: undefined })) as { id: string })

      const [first, second] = created.map(({ id }) => id)
      t.check(first !== second, "two ids", first)
      for (const [index, { id }] of created.entries()) {
        t.check(typeof id === "string" && id !== "undefined" && id !== "", "an id", id)
        t.row(await t.adapter.getUser(id), { email: emails[index] }, "getUser")
      }
    },
  },
]
