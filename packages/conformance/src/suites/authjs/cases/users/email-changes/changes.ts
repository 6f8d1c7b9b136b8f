import { countFulfilled, expectConflicts, times } from "../../../../../engine/case-tools/race-helpers.ts"
import { listCases } from "../../../case.ts"

export const emailChanges = listCases({ clause: "SEC-B7" }, [
  {
    id: "email-changes/move-the-lookup",
    also: ["§4 updateUser", "vector 13"],
    title: "After a change of address, the new address finds the user and the old one finds no user",
    harm: "The next owner of the old address is signed in as this user.",
    evidence:
      "@auth/upstash-redis-adapter, @auth/unstorage-adapter and @auth/dynamodb-adapter still find the user by the old address",
    async run(t) {
      const { id, email: old } = await t.adapter.createUser(t.user())
      const email = t.email()

      t.row(await t.adapter.updateUser({ id, email }), { id, email }, "the updated user")

      t.row(await t.adapter.getUserByEmail(email), { id, email }, "getUserByEmail with the new address")
      t.isNull(await t.adapter.getUserByEmail(old), "getUserByEmail with the old address")
    },
  },
  {
    id: "email-changes/free-the-old-address",
    also: ["vector 13"],
    title: "Another user can take an address that its former user gave up",
    harm: "The next owner of the address cannot sign up.",
    async run(t) {
      const { id, email: old } = await t.adapter.createUser(t.user())
      await t.adapter.updateUser({ id, email: t.email() })

      const next = await t.adapter.createUser(t.user({ email: old }))

      t.row(await t.adapter.getUserByEmail(old), { id: next.id }, "getUserByEmail with the old address")
    },
  },
  {
    id: "email-changes/back-to-a-former-address",
    also: ["§4 updateUser"],
    title: "A user can go back to a former address, by updateUser, while nobody else has it",
    harm: "A user who corrects a change of address is refused, because the address counts as taken by the same user.",
    fix: "Remove the former address from the index of addresses when it changes.",
    async run(t) {
      const { id, email: former } = await t.adapter.createUser(t.user())
      const between = t.email()
      await t.adapter.updateUser({ id, email: between })

      await t.adapter.updateUser({ id, email: former })

      t.row(await t.adapter.getUserByEmail(former), { id }, "getUserByEmail with the former address")
      t.isNull(await t.adapter.getUserByEmail(between), "getUserByEmail with the address between")
    },
  },
  {
    id: "email-changes/swapped",
    title: "Two users can swap their addresses by way of a third address",
    harm: "After mixed-up addresses were corrected, each user is still signed in as the other.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())

      await t.adapter.updateUser({ id: ada.id, email: t.email() })
      await t.adapter.updateUser({ id: bob.id, email: ada.email })
      await t.adapter.updateUser({ id: ada.id, email: bob.email })

      t.row(await t.adapter.getUserByEmail(ada.email), { id: bob.id }, "the user with the first address")
      t.row(await t.adapter.getUserByEmail(bob.email), { id: ada.id }, "the user with the second address")
    },
  },
  {
    id: "email-changes/taken-address-is-refused",
    also: ["§4 updateUser"],
    guarantees: ["unique_emails"],
    title: "A user cannot change to an address that is taken, and the refused update changes nothing",
    harm: "An attacker takes over an account by claiming its email address.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const newUser = t.user({ name: "Bob" })
      const bob = await t.adapter.createUser(newUser)

      const grab = () => t.adapter.updateUser({ id: bob.id, name: "Mallory", email: ada.email })
      await t.throws(grab, "updateUser to a taken address", "conflict")

      t.row(await t.adapter.getUserByEmail(ada.email), { id: ada.id }, "the user with the address")
      t.row(await t.adapter.getUser(bob.id), { ...newUser, id: bob.id }, "the refused user")
    },
  },
  {
    id: "email-changes/own-address-again",
    clause: "§4 updateUser",
    title: "An update may contain the address that the user already has",
    harm: 'Saving a profile with an unchanged address fails because the address is "taken".',
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())

      const updatedUser = await t.adapter.updateUser({ id, email, name: "Ada" })
      t.row(updatedUser, { id, email, name: "Ada" }, "the updated user")
      t.row(await t.adapter.getUserByEmail(email), { id, name: "Ada" }, "getUserByEmail afterwards")
    },
  },
  {
    id: "email-changes/one-winner",
    guarantees: ["unique_emails"],
    title: "If many users change to one address at once, one gets it and the others keep their own",
    harm: "Two users share an address, and each can sign in as the other.",
    alone: true,
    run: (t) =>
      t.rounds(3, async () => {
        const users = await Promise.all(times(5, () => t.adapter.createUser(t.user())))
        const email = t.email()

        const outcomes = await t.race(
          users.map(
            ({ id }) =>
              () =>
                t.adapter.updateUser({ id, email }),
          ),
        )

        t.equal(countFulfilled(outcomes), 1, "changes that succeeded")
        await expectConflicts(t, outcomes)
        for (const [index, user] of users.entries()) {
          const now = outcomes[index]?.status === "fulfilled" ? email : user.email
          t.row(await t.adapter.getUser(user.id), { email: now }, "getUser afterwards")
          t.row(await t.adapter.getUserByEmail(now), { id: user.id }, "getUserByEmail afterwards")
        }
      }),
  },
  {
    id: "email-changes/cleared-address-is-free",
    also: ["SEC-A5", "§4 updateUser"],
    title: "If an address can be cleared, it finds no user afterwards, and another user can have it",
    harm: "An address that a user gave up still signs in as that user, or can never be used again.",
    fix: "Remove the address from the index when an update sets it to null.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())

      await t.attempt(() => t.call("updateUser", { id, email: null }))

      // The contract requires an address, so an adapter may refuse this or keep the address.
      const isCleared = !(await t.adapter.getUser(id))?.email
      if (!isCleared)
        return t.row(await t.adapter.getUserByEmail(email), { id }, "the user of a kept address")
      t.isNull(await t.adapter.getUserByEmail(email), "the user of the cleared address")
      const next = await t.adapter.createUser(t.user({ email }))
      t.row(await t.adapter.getUserByEmail(email), { id: next.id }, "the next user of the address")
      const later = t.email()
      await t.adapter.updateUser({ id, email: later })
      t.row(await t.adapter.getUserByEmail(later), { id }, "the user with a new address")
    },
  },
])
