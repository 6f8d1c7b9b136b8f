import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"

export const interleavings: readonly Case[] = [
  {
    id: "interleavings/sign-out-and-extension",
    level: "must",
    clause: "SEC-B8",
    also: ["client 1.6.13", "vector 9", "§4 updateSession"],
    title: "A session that is extended while it is deleted stays deleted",
    harm: "A sign-out has no effect: a page that is open in another tab restores the session.",
    evidence:
      "@auth/upstash-redis-adapter and @auth/unstorage-adapter read the session and write it back (auth0/nextjs-auth0#2335)",
    fix: "Use an update that only changes existing rows.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.interleavings(async (fire) => {
        const { sessionToken } = await t.adapter.createSession(t.session(id))

        await fire(
          () => t.adapter.deleteSession(sessionToken),
          () => t.adapter.updateSession({ sessionToken, expires: t.inDays(60) }),
        )

        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
      })
    },
  },
  {
    id: "interleavings/sign-up-and-change-of-address",
    level: "must",
    clause: "SEC-B7",
    also: ["SEC-B2"],
    guarantees: ["unique_emails"],
    title: "If one user changes to an address while another signs up with it, one of them gets it",
    harm: "Two users share an address, and each can sign in as the other.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id } = await t.adapter.createUser(t.user())
        const email = t.email()

        const [changed, created] = await fire(
          () => t.adapter.updateUser({ id, email }),
          () => t.adapter.createUser(t.user({ email })),
        )

        const winners = [changed, created].filter((outcome) => outcome.status === "fulfilled")
        t.equal(winners.length, 1, "calls that got the address")
        t.row(
          await t.adapter.getUserByEmail(email),
          { id: winners[0]?.value.id },
          "getUserByEmail afterwards",
        )
      }),
  },
  {
    id: "interleavings/two-mails",
    level: "must",
    clause: "SEC-E4",
    also: ["SEC-B9"],
    title: "A token that is created while another token of the address is used works",
    harm: "The link in an email that was just sent does not work.",
    fix: "Do not store a list of tokens that is read, changed and written back.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const first = t.verificationToken()
        const second = t.verificationToken({ identifier: first.identifier })
        await t.adapter.createVerificationToken(first)

        const [used] = await fire(
          () => t.adapter.useVerificationToken(tokenKey(first)),
          () => t.adapter.createVerificationToken(second),
        )

        t.row(used.status === "fulfilled" && used.value, first, "the first token")
        t.row(await t.adapter.useVerificationToken(tokenKey(second)), second, "the second token")
      }),
  },
  {
    id: "interleavings/two-changes-of-address",
    level: "must",
    clause: "SEC-B7",
    title: "After two concurrent changes of a user's address, only one address finds the user",
    harm: "An address that the user gave up still signs in as that user.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id, email } = await t.adapter.createUser(t.user())
        const [one, other] = [t.email(), t.email()]

        await fire(
          () => t.adapter.updateUser({ id, email: one }),
          () => t.adapter.updateUser({ id, email: other }),
        )

        const now = (await t.adapter.getUser(id))?.email ?? ""
        for (const address of [email, one, other])
          if (address === now) t.row(await t.adapter.getUserByEmail(address), { id }, "the current address")
          else t.isNull(await t.adapter.getUserByEmail(address), "an address that the user does not have")
      }),
  },
]
