import { times, unwrapOutcome } from "../../../../engine/case-tools/race-helpers.ts"
import { type CaseContext, listCases } from "../../case.ts"
import { tokenKey } from "../row.ts"
import { expectOwner, newAccount, readSession } from "../stored.ts"

// A connection that several calls share mixes up their answers: the last inserted id is that of another call, the
// answers are shifted by one after an error, or a connection is never given back. These cases show it in a few calls.

const about = {
  clause: "SEC-B9",
  harm: "Under load, people are signed in as others, or nobody can sign in until the server is restarted.",
} as const

export const ownAnswers = listCases(about, [
  {
    id: "own-answers/of-two-sign-ups",
    also: ["§4 createUser", "client 1.6.1"],
    title: "Users who sign up at the same moment, with or without an id, get ids of their own",
    evidence: "`last_insert_id` on a shared connection, `max(id) + 1`, or an id made from the time",
    fix: "Return the id from the statement that inserts the row, or generate it with crypto.randomUUID.",
    run: (t) =>
      t.rounds(2, async () => {
        const newUsers = [{ email: t.email() }, { email: t.email() }, t.user(), t.user()]

        const outcomes = await t.race(
          newUsers.map((user) => () => t.adapter.createUser(structuredClone(user))),
        )

        const ids = outcomes.map((outcome) => unwrapOutcome(outcome).id)
        t.equal(new Set(ids).size, newUsers.length, "different ids")
        for (const [index, id] of ids.entries()) {
          const { email } = newUsers[index] ?? t.user()
          t.row(unwrapOutcome(outcomes[index]), { id, email }, "the created user")
          t.row(await t.adapter.getUser(id), { id, email }, "getUser by the id that was returned")
          t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail")
        }
      }),
  },
  {
    id: "own-answers/of-a-sign-up-beside-others",
    also: ["§4 createUser", "§4 createSession"],
    title: "A sign-up returns its own row while other callers create sessions and accounts",
    evidence: "`last_insert_id` on a shared connection is that of the last insert into any table",
    fix: "Return the row from the statement that inserts it.",
    run: (t) =>
      t.rounds(2, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const [first, second] = [{ email: t.email() }, { email: t.email() }]
        const [session, otherSession, account] = [
          t.session(id),
          t.session(id, { expires: t.inDays(3) }),
          t.account(id),
        ]

        const [firstOutcome, signedIn, , secondOutcome, again] = await t.race<unknown>([
          () => t.adapter.createUser({ ...first }),
          () => t.adapter.createSession({ ...session }),
          () => t.adapter.linkAccount({ ...account }),
          () => t.adapter.createUser({ ...second }),
          () => t.adapter.createSession({ ...otherSession }),
        ])

        t.row(unwrapOutcome(signedIn), session, "the created session")
        t.row(unwrapOutcome(again), otherSession, "the other created session")
        for (const [created, newUser] of [
          [firstOutcome, first],
          [secondOutcome, second],
        ] as const) {
          t.row(unwrapOutcome(created), newUser, "the created user")
          const createdId: unknown = Object(unwrapOutcome(created)).id
          const storedUser = await t.adapter.getUser(String(createdId))
          t.row(storedUser, { id: createdId, ...newUser }, "getUser by the id that was returned")
        }
        t.row(await readSession(t, session), session, "the session")
        await expectOwner(t, account, id)
      }),
  },
  {
    id: "own-answers/beside-misses-and-refusals",
    also: ["SEC-A1", "SEC-A2"],
    title: "Lookups return their own rows during and after misses and refused writes",
    evidence: "A queue of replies from which an error or an empty result takes none",
    fix: "Match each reply to the call that it belongs to, even when a call fails.",
    run: (t) =>
      t.rounds(2, async (round) => {
        const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
        const [taken, session] = [t.session(ada.id), t.session(bob.id)]
        for (const newSession of [taken, session]) await t.adapter.createSession(newSession)
        const token = t.verificationToken()
        const expected = { session, user: { id: bob.id, email: bob.email } }
        const calls: readonly Call[] = [
          ["getUser", () => t.adapter.getUser(ada.id), { id: ada.id, email: ada.email }],
          ["getUser of an absent id", () => t.adapter.getUser(crypto.randomUUID()), null],
          ["createUser with a taken address", () => t.adapter.createUser(t.user({ email: ada.email }))],
          ["getUserByEmail", () => t.adapter.getUserByEmail(bob.email), expected.user],
          ["createSession with a taken token", () => t.adapter.createSession({ ...taken })],
          ["getSessionAndUser", () => t.adapter.getSessionAndUser(session.sessionToken), expected],
          ["a wrong token", () => t.adapter.useVerificationToken(tokenKey(token)), null],
          ["getUser of the other", () => t.adapter.getUser(bob.id), expected.user],
        ]
        await checkCalls(t, calls, "at once")
        // One after the other, each lookup follows a call that fails or finds nothing.
        if (round === 0) for (const call of calls) await checkCalls(t, [call], "afterwards")
      }),
  },
  {
    id: "own-answers/after-many-refusals",
    also: ["SEC-A2"],
    title: "Lookups and writes still work after many concurrent refused writes",
    evidence: "A transaction that an error leaves open, or a connection that is not given back to its pool",
    fix: "End the transaction and give the connection back in `finally`.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const account = await newAccount(t, { userId: ada.id })
      const { email } = ada
      // More than the connections of most pools.
      for (const refused of [
        () => t.adapter.createUser(t.user({ email })),
        () => t.adapter.linkAccount({ ...account }),
        () => t.adapter.linkAccount(t.account(crypto.randomUUID())),
      ])
        await t.race<unknown>(times(12, () => refused))

      const bob = await t.adapter.createUser(t.user())
      const outcomes = await t.race(times(12, () => () => t.adapter.getUserByEmail(bob.email)))
      for (const outcome of outcomes)
        t.row(unwrapOutcome(outcome), { id: bob.id }, "getUserByEmail afterwards")
      await expectOwner(t, account, ada.id, "getUserByAccount afterwards")
    },
  },
])

/** A call and what it must find: a row, nothing, or `undefined` if it may be refused. */
type Call = readonly [what: string, call: () => Promise<unknown>, expected?: Found | null]
type Found =
  | { readonly id: string; readonly email: string }
  | { readonly session: object; readonly user: object }

/** Starts the calls at once and checks the answer of each. */
async function checkCalls(t: CaseContext, calls: readonly Call[], when: string): Promise<void> {
  const outcomes = await t.race(calls.map(([, call]) => call))
  for (const [index, [what, , expected]] of calls.entries()) {
    if (expected === undefined) continue
    const value = unwrapOutcome(outcomes[index])
    if (expected === null) t.isNull(value, `${what}, ${when}`)
    else if ("session" in expected) {
      t.row(Object(value).session, expected.session, `the session of ${what}, ${when}`)
      t.row(Object(value).user, expected.user, `the user of ${what}, ${when}`)
    } else t.row(value, expected, `${what}, ${when}`)
  }
}
