import { times } from "../../../../engine/case-tools/race-helpers.ts"
import { listCases } from "../../case.ts"
import { expectSession, newSession } from "../stored.ts"

export const signOuts = listCases({ clause: "§4 deleteSession" }, [
  {
    id: "sign-outs/session-is-gone",
    also: ["§3 session deleted"],
    title: "A deleted session is not found, and deleteSession returns that session or nothing",
    harm: "A sign-out does not sign the user out.",
    evidence: "@auth/neo4j-adapter returns an object with the text of its query as a key",
    async run(t) {
      const session = await newSession(t)

      const answer = await t.adapter.deleteSession(session.sessionToken)

      t.rowOrNothing(answer, session, "what deleteSession returned")
      t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser afterwards")
    },
  },
  {
    id: "sign-outs/others-stay",
    title: "Deleting a session leaves the user and their other sessions unchanged",
    harm: "A sign-out on one device signs the user out everywhere, or deletes the user.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const gone = await t.adapter.createSession(t.session(id))
      const kept = await t.adapter.createSession(t.session(id))

      await t.adapter.deleteSession(gone.sessionToken)

      await expectSession(t, { sessionToken: kept.sessionToken, userId: id }, { id }, "the other session")
    },
  },
  {
    id: "sign-outs/unknown-is-quiet",
    also: ["vector 7", "§3 session deleted"],
    title: "Deleting a session that does not exist returns nothing and does not throw",
    harm: "Signing out in a second tab, or with an old cookie, ends in an error.",
    evidence:
      "@auth/prisma-adapter throws P2025 (nextauthjs/next-auth#4495); @auth/pouchdb-adapter throws; @auth/mongodb-adapter returns {}",
    async run(t) {
      const { sessionToken } = await newSession(t)
      await t.adapter.deleteSession(sessionToken)

      t.isNothing(await t.adapter.deleteSession(sessionToken), "deleteSession the second time")
      t.isNothing(await t.adapter.deleteSession(t.token()), "deleteSession of an unknown token")
    },
  },
  {
    id: "sign-outs/several-at-once",
    also: ["vector 7"],
    title: "Signing out in several tabs at once throws in none of them",
    harm: 'Users see an error page where "signed out" should be.',
    alone: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { sessionToken } = await newSession(t)

        const outcomes = await t.race(times(8, () => () => t.adapter.deleteSession(sessionToken)))

        const errors = outcomes.filter(({ status }) => status === "rejected")
        t.equal(errors.length, 0, "deletions that threw")
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
      }),
  },
])
