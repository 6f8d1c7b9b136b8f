import { countFulfilled, times } from "../../../../../engine/case-tools/race-helpers.ts"
import { type CaseContext, listTable } from "../../../case.ts"

// Whether two spellings are one address is for the adapter to decide. These cases hold it to its own decision: if one
// spelling finds the user of the other, then both are one address, even when they are written at the same moment.

/** Creates spellings of one new address, the plainest first. */
const spellings: readonly ((t: CaseContext) => string[])[] = [
  (t) => [t.email()].flatMap((email) => [email, email.toUpperCase()]),
  (t) => [`josé${t.unique()}@example.com`].flatMap((email) => [email, email.normalize("NFD")]),
  (t) => [t.email()].flatMap((email) => [email, ` ${email} `]),
  (t) => [t.email()].flatMap((email) => [email, email.replace("@", "＠")]),
]

/** The kinds of spellings that the adapter treats as one address. */
export async function findMergedSpellings(t: CaseContext): Promise<((t: CaseContext) => string[])[]> {
  const makers = await Promise.all(
    spellings.map(async (make) => {
      const [email = "", variant = ""] = make(t)
      const created = await t.attempt(() => t.adapter.createUser(t.user({ email })))
      if (created.status === "rejected") return []
      const answer = await t.attempt(() => t.adapter.getUserByEmail(variant))
      return answer.status === "fulfilled" && answer.value ? [make] : []
    }),
  )
  return makers.flat()
}

const about = {
  fix: "Put the unique index on the canonical form of the address, not on the address as typed.",
  guarantees: ["unique_emails"],
} as const

type Spellings = {
  /** How often new spellings of each kind are made. Default: once. */
  readonly rounds?: number
  /** Checks spellings of one new address, the plainest first. */
  check(t: CaseContext, emails: readonly [email: string, variant: string]): Promise<void>
}

async function checkSpellings(t: CaseContext, { rounds, check }: Spellings): Promise<void> {
  const kinds = await findMergedSpellings(t)
  const checkKinds = async () => {
    for (const make of kinds) await check(t, make(t) as [string, string])
  }
  if (rounds === undefined) await checkKinds()
  else await t.rounds(rounds, checkKinds)
}

export const spellingsOfOneUser = listTable(about, checkSpellings, [
  {
    id: "spellings/one-sign-up",
    clause: "SEC-B2",
    also: ["SEC-C10", "client 1.6.11"],
    title: "One of many concurrent sign-ups succeeds when their spellings find the same user",
    harm: "Two users share one mailbox, and it is random which of them is signed in.",
    rounds: 2,
    async check(t, emails) {
      const signUps = [...emails, ...emails, ...emails].map(
        (email) => () => t.adapter.createUser(t.user({ email })),
      )
      const outcomes = await t.race(signUps)
      t.equal(countFulfilled(outcomes), 1, "sign-ups that succeeded")
      const winner = outcomes.find((outcome) => outcome.status === "fulfilled")
      for (const email of emails)
        t.row(await t.adapter.getUserByEmail(email), { id: winner?.value.id }, "the user afterwards")
    },
  },
  {
    id: "spellings/one-change-of-address",
    clause: "SEC-B7",
    also: ["SEC-C10"],
    title: "One of many concurrent changes to an address succeeds when their spellings find the same user",
    harm: "Two users share one mailbox, and each can sign in as the other.",
    rounds: 2,
    async check(t, emails) {
      const users = await Promise.all(times(4, () => t.adapter.createUser(t.user())))
      const changes = users.map(
        ({ id }, index) =>
          () =>
            t.adapter.updateUser({ id, email: emails[index % 2] }),
      )
      t.equal(countFulfilled(await t.race(changes)), 1, "changes that succeeded")
    },
  },
  {
    id: "spellings/own-address-is-no-conflict",
    clause: "§4 updateUser",
    also: ["SEC-C10"],
    title: "A user can change the spelling of their own address, and every spelling still finds them",
    harm: 'Correcting the spelling of an address fails because the address is "taken".',
    fix: "Compare the id of the user who has the address before you refuse an update.",
    async check(t, [email, variant]) {
      const { id } = await t.adapter.createUser(t.user({ email }))
      for (const next of [variant, email]) {
        t.row(await t.adapter.updateUser({ id, email: next }), { id }, "the updated user")
        for (const spelling of [email, variant])
          t.row(await t.adapter.getUserByEmail(spelling), { id }, "getUserByEmail afterwards")
      }
    },
  },
  {
    id: "spellings/what-finds-a-user-is-taken",
    clause: "SEC-C10",
    also: ["SEC-B2", "SEC-B7"],
    title: "A spelling that finds a user is taken, for sign-ups and changes of address",
    harm: "Two users share one mailbox, and it is random which of them is signed in.",
    async check(t, [email, variant]) {
      const stranger = await t.adapter.createUser(t.user())
      const { id } = await t.adapter.createUser(t.user({ email }))
      await t.throws(() => t.adapter.createUser(t.user({ email: variant })), "a sign-up", "conflict")
      const change = () => t.adapter.updateUser({ id: stranger.id, email: variant })
      await t.throws(change, "a change of address", "conflict")
      t.row(await t.adapter.getUserByEmail(variant), { id }, "getUserByEmail afterwards")
    },
  },
])
