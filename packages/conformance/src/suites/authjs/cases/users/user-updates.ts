import { listCases } from "../../case.ts"

export const userUpdates = listCases({ clause: "§4 updateUser" }, [
  {
    id: "user-updates/return-the-whole-user",
    also: ["§3 email verified", "client 1.3"],
    title: "updateUser returns the whole user, not only the changed fields",
    harm: "The client builds the session and the token from this result. Without the other fields, name and address are missing.",
    evidence:
      "@auth/azure-tables-adapter returns keys of its store; @auth/pg-adapter and @auth/mongodb-adapter return nothing or {} for some calls",
    async run(t) {
      const user = t.user()
      const { id } = await t.adapter.createUser(user)
      const emailVerified = t.inDays(-1)

      const updated = await t.adapter.updateUser({ id, emailVerified })

      t.row(updated, { ...user, id, emailVerified }, "the updated user")
      t.row(await t.adapter.getUser(id), { ...user, id, emailVerified }, "getUser afterwards")
    },
  },
  {
    id: "user-updates/every-lookup-sees-them",
    also: ["§4 getUserByEmail"],
    title: "After an update, getUserByEmail also returns the new values",
    harm: "Two lookups of the same user return different values.",
    evidence: "@auth/azure-tables-adapter does not update its copy that is stored by address",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      await t.adapter.updateUser({ id, name: "Ada, Countess of Lovelace" })

      const userByEmail = await t.adapter.getUserByEmail(email)
      t.row(userByEmail, { id, name: "Ada, Countess of Lovelace" }, "getUserByEmail afterwards")
    },
  },
  {
    id: "user-updates/undefined-leaves-a-field",
    also: ["SEC-A5", "vector 19"],
    title: "A field that is undefined in an update keeps its value",
    harm: "Changing a name erases the picture and the verification of the email address.",
    evidence:
      "@auth/pg-adapter, @auth/d1-adapter and @auth/mikro-orm-adapter store NULL; @auth/dynamodb-adapter throws",
    fix: "Leave undefined fields out of the statement.",
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const { id } = await t.adapter.createUser(user)

      const untouched = { name: undefined, email: undefined, image: undefined, emailVerified: undefined }
      const expected = { ...user, id }
      for (const change of [
        { name: "Ada" },
        { email: t.email() },
        { image: "https://example.com/new.png" },
        { emailVerified: t.inDays(-2) },
      ]) {
        const updated = await t.adapter.updateUser({ id, ...untouched, ...change })

        Object.assign(expected, change)
        t.row(updated, expected, "the updated user")
        t.row(await t.adapter.getUser(id), expected, "getUser afterwards")
      }
    },
  },
  {
    id: "user-updates/null-clears-a-field",
    also: ["SEC-A5", "vector 19", "§2 AdapterUser"],
    title: "A field that is null in an update is cleared",
    harm: "A picture or an email verification that was withdrawn stays forever.",
    evidence: "@auth/supabase-adapter and @auth/edgedb-adapter cannot clear a field",
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const { id } = await t.adapter.createUser(user)

      const cleared = { id, name: null, image: null, emailVerified: null }
      const expected = { ...user, ...cleared }
      t.row(await t.adapter.updateUser(cleared), expected, "the updated user")

      t.row(await t.adapter.getUser(id), expected, "getUser afterwards")
    },
  },
  {
    id: "user-updates/an-id-alone-changes-nothing",
    title: "An update that contains only the id does not throw and changes nothing",
    harm: "Saving an unchanged form ends in an error page.",
    evidence: "@auth/kysely-adapter builds invalid SQL and throws",
    async run(t) {
      const user = t.user()
      const { id } = await t.adapter.createUser(user)

      t.row(await t.adapter.updateUser({ id }), { ...user, id }, "the updated user")
      t.row(await t.adapter.getUser(id), { ...user, id }, "getUser afterwards")
    },
  },
  {
    id: "user-updates/others-stay-as-they-are",
    title: "An update changes one user and leaves all other users unchanged",
    harm: "When one user changes their name, every user gets that name.",
    async run(t) {
      const otherUser = t.user({ name: "Bob" })
      const bob = await t.adapter.createUser(otherUser)
      const ada = await t.adapter.createUser(t.user())

      await t.adapter.updateUser({ id: ada.id, name: "Ada", image: null })

      t.row(await t.adapter.getUser(bob.id), { ...otherUser, id: bob.id }, "getUser of the other user")
    },
  },
  {
    id: "user-updates/unknown-creates-nobody",
    also: ["SEC-A4"],
    title: "Updating a user who does not exist creates no user",
    harm: "A user appears who never signed up, and may hold an email address that a real person needs.",
    evidence:
      "@auth/typeorm-adapter, @auth/dynamodb-adapter, @auth/firebase-adapter, @auth/unstorage-adapter and @auth/upstash-redis-adapter create one",
    fix: "Use an update that only changes existing rows, and throw when it matched none.",
    async run(t) {
      const ghost = { id: crypto.randomUUID(), email: t.email() }

      const outcome = await t.attempt(() => t.adapter.updateUser(ghost))

      if (outcome.status === "fulfilled") t.isNothing(outcome.value, "updateUser, if it does not throw")
      t.isNull(await t.adapter.getUser(ghost.id), "getUser afterwards")
      t.isNull(await t.adapter.getUserByEmail(ghost.email), "getUserByEmail afterwards")
    },
  },
  {
    id: "user-updates/unknown-is-an-error",
    level: "should",
    also: ["SEC-A4"],
    title: "Updating a user who does not exist throws: the contract allows no other result",
    harm: "The client continues with a user that is undefined.",
    async run(t) {
      const unknown = { id: crypto.randomUUID(), name: "Nobody" }

      await t.throws(() => t.adapter.updateUser(unknown), "updateUser of an unknown user", "not_found")
    },
  },
])
