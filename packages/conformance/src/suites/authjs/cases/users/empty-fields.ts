import type { NewCase } from "../../case.ts"
import { createUserLookups } from "../stored.ts"
import { usersWithoutEmail } from "./users-without-email.ts"

export const emptyFields: readonly NewCase[] = [
  {
    id: "empty-fields/passkey-sign-up",
    clause: "client 1.6.1",
    also: ["§4 createUser"],
    title: "A user can be created with only an email address, and gets an id",
    harm: "Users cannot sign up with a passkey.",
    evidence: "@auth/core calls createUser({ email }) at passkey registration, without an id",
    async run(t) {
      const email = t.email()

      const user = await t.adapter.createUser({ email })

      t.check(typeof user.id === "string" && user.id !== "", "an id that is a string", user.id)
      t.row(await t.adapter.getUser(user.id), { id: user.id, email, name: null }, "getUser afterwards")
    },
  },
  {
    id: "empty-fields/undefined-is-accepted",
    clause: "client 1.6.2",
    also: ["vector 19"],
    title: "Fields that are present but undefined do not prevent a sign-up",
    harm: "Users whose provider profile has no picture cannot sign up.",
    evidence:
      "@auth/core passes on what a provider's profile returns, including undefined values and unknown fields",
    async run(t) {
      const user = { ...t.user(), name: undefined, image: undefined, username: undefined }

      const { id } = await t.adapter.createUser(user)

      const { email } = user
      t.row(await t.adapter.getUser(id), { id, email, name: null, image: null }, "getUser afterwards")
    },
  },
  {
    id: "empty-fields/stay-empty",
    clause: "§2 AdapterUser",
    also: ["§4 createUser"],
    title: "A name and a picture that are null are returned empty, not as text",
    harm: 'Users are greeted as "null".',
    async run(t) {
      const user = t.user({ name: null, image: null })

      const created = await t.adapter.createUser(user)

      const expected = { ...user, id: created.id }
      t.row(created, expected, "the created user")
      t.row(await t.adapter.getUser(created.id), expected, "getUser")
      t.row(await t.adapter.getUserByEmail(user.email), expected, "getUserByEmail")
    },
  },
  {
    id: "empty-fields/unverified-is-null",
    clause: "§2 AdapterUser",
    also: ["§3 email verified"],
    title: "emailVerified is null, and not missing, until the address is verified",
    harm: "A check for `emailVerified === null` treats an unverified address as verified.",
    evidence: "@auth/d1-adapter and @auth/supabase-adapter drop the field",
    async run(t) {
      const { id, email, emailVerified } = await t.adapter.createUser(t.user())

      t.isNull(emailVerified, "emailVerified of the created user")
      t.isNull((await t.adapter.getUser(id))?.emailVerified, "emailVerified by getUser")
      t.isNull((await t.adapter.getUserByEmail(email))?.emailVerified, "emailVerified by getUserByEmail")
    },
  },
  {
    id: "empty-fields/unverified-is-null-everywhere",
    clause: "§2 AdapterUser",
    also: ["§4 getUserByAccount", "§4 getSessionAndUser"],
    title: "emailVerified is also null for users found by account or by session",
    harm: "Whether an address counts as verified depends on how the user signs in.",
    async run(t) {
      const user = t.user({ name: null, image: null })
      const { id, email } = await t.adapter.createUser(user)
      for (const [name, read] of Object.entries(await createUserLookups(t, { id, email }))) {
        const row = await read()
        t.row(row, { ...user, id }, name)
        t.isNull(row?.emailVerified, `emailVerified by ${name}`)
      }
    },
  },
  {
    id: "empty-fields/users-without-email-stay-apart",
    clause: "client 1.6.2",
    also: ["§2 AdapterUser"],
    title: "If a user without an address is accepted, a second one becomes a separate user",
    harm: "All people without an address share one user, or only the first of them can sign up.",
    evidence:
      "@auth/mikro-orm-adapter refuses the second user; @auth/upstash-redis-adapter stores all of them under one key",
    fix: "Store a missing address as null and let the unique index ignore nulls.",
    async run(t) {
      const [first, second] = await usersWithoutEmail(t)
      // The contract requires an address, so an adapter may refuse such users if it refuses all of them.
      if (first.status === "rejected") return
      if (second.status === "rejected") throw second.reason

      const [ada, bob] = [first.value, second.value]
      t.check(ada.id !== bob.id, "two ids", ada.id)
      t.row(await t.adapter.getUser(ada.id), { id: ada.id, name: "Ada" }, "getUser of the first")
      t.row(await t.adapter.getUser(bob.id), { id: bob.id, name: "Bob" }, "getUser of the second")
    },
  },
  {
    id: "empty-fields/user-without-email",
    level: "should",
    clause: "client 1.6.2",
    guarantees: ["users_without_email"],
    title: "A user whose provider returns no email address can sign up",
    harm: "Sign-in with providers that return no address ends in an error page.",
    evidence: "The schema of @auth/prisma-adapter requires the address",
    async run(t) {
      const [first] = await usersWithoutEmail(t)
      if (first.status === "rejected") throw first.reason
      const user = first.value

      t.row(await t.adapter.getUser(user.id), { id: user.id, name: "Ada", email: null }, "getUser afterwards")
    },
  },
]
