import { times } from "../../../../engine/case-tools/race-helpers.ts"
import { member } from "../../../../engine/case-tools/same-value.ts"
import type { RemoteCall, RemoteOutcome } from "../../../../engine/processes/messages.ts"
import type { NewCase } from "../../case.ts"
import { expectFound, type Kind, kinds, newOwner, pickUniqueKey } from "../rows.ts"
import { newPasskey, newSession } from "../stored.ts"

const call = (operation: RemoteCall["operation"], ...args: unknown[]): RemoteCall => ({ operation, args })

type Outcomes = readonly (readonly RemoteOutcome[])[]

/** The results of the calls that did not throw, over all processes. */
const answers = (outcomes: Outcomes): unknown[] =>
  outcomes.flat().flatMap((outcome) => ("value" in outcome ? [outcome.value] : []))

/** The results that are neither null nor undefined. */
const rows = (outcomes: Outcomes): unknown[] =>
  answers(outcomes).filter((value) => value !== null && value !== undefined)

const about = ({ name, oneWinner: [clause, ...also] }: Kind) =>
  ({
    id: `processes/one-${name}`,
    clause,
    also,
    fix: "Decide in one statement of the database: processes do not share their memory.",
    processes: true,
  }) as const

const oneRow = (kind: Kind): NewCase => ({
  ...about(kind),
  ...(kind.unique && { guarantees: [kind.unique] }),
  title: `If several processes create ${kind.one} with the same key at once, one succeeds`,
  harm: "Two people share one address, account, session or passkey, and each is signed in as the other.",
  run: (t) =>
    t.rounds(3, async () => {
      const processes = (await t.inProcesses(() => [])).length
      const owners = await Promise.all(times(2 * processes, () => newOwner(t)))
      const key = pickUniqueKey(kind, kind.row(t, t.user()))
      const inputs = owners.map((owner) => kind.row(t, owner, key).fields)

      const outcomes = await t.inProcesses((processIndex) =>
        [inputs[2 * processIndex], inputs[2 * processIndex + 1]].map((fields) => call(kind.create, fields)),
      )

      const winners = outcomes
        .flat()
        .flatMap((outcome, index) => ("value" in outcome ? [{ ...outcome, nth: index }] : []))
      t.equal(winners.length, 1, "calls that succeeded, over all processes")
      for (const { value, nth: index } of winners) {
        const assigned = kind.keys.filter(({ isAssigned }) => isAssigned)
        const assignedFields = Object.fromEntries(assigned.map(({ field }) => [field, member(value, field)]))
        await expectFound(t, kind.row(t, owners[index] ?? t.user(), { ...inputs[index], ...assignedFields }))
      }
    }),
})

const oneUse = (kind: Kind): NewCase => ({
  ...about(kind),
  title: `If several processes use ${kind.one} at once, one of them gets it`,
  harm: "With two servers, an attacker with a leaked link signs in at the same time as its owner.",
  evidence: "GHSA-hc7v-rggr-4hvx, CVE-2026-107276: two requests could use the same link",
  run: (t) =>
    t.rounds(3, async () => {
      const row = await kind.row(t, t.user()).store()
      const use = call(kind.remove ?? kind.create, pickUniqueKey(kind, row))

      const uses = await t.inProcesses(() => [use, use, use, use])

      t.equal(rows(uses).length, 1, "callers that got the row, over all processes")
    }),
})

/** Races between processes. They find locks and caches in process memory, which the other cases cannot see. */
export const processCases: readonly NewCase[] = [
  {
    id: "processes/one-store",
    clause: "SEC-O5",
    title: "A row that one process writes can be read by the others",
    harm: "Users are signed in on one server and unknown on the next.",
    fix: "Make the factory of the module connect every process to the same store.",
    processes: true,
    async run(t) {
      const { sessionToken, userId: id } = await newSession(t)

      const reads = await t.inProcesses(() => [call("getSessionAndUser", sessionToken)])

      const owners = answers(reads).map((result) => member(member(result, "user"), "id"))
      const expected = reads.map(() => id)
      t.equal(owners, expected, "the user of the session, for each process")
    },
  },
  ...kinds.map((kind) => (kind.isReadOnce ? oneUse(kind) : oneRow(kind))),
  {
    id: "processes/sign-out-is-seen-everywhere",
    clause: "SEC-D7",
    title: "A session that one process deletes is not found by processes that read it before",
    harm: "A user who signed out stays signed in on every server that caches the session.",
    evidence: "better-auth-cloudflare#61: a session stayed valid for 60 seconds after its sign-out",
    fix: "Query the store at every read, or notify the other processes of deletions.",
    processes: true,
    async run(t) {
      const { sessionToken } = await newSession(t)
      const read = call("getSessionAndUser", sessionToken)
      await t.inProcesses(() => [read])

      await t.inProcesses((processIndex) => (processIndex === 0 ? [call("deleteSession", sessionToken)] : []))

      t.equal(rows(await t.inProcesses(() => [read])), [], "sessions found afterwards, over all processes")
    },
  },
  {
    id: "processes/ended-sessions-stay-ended",
    clause: "SEC-B8",
    also: ["SEC-D7", "SEC-H6"],
    title: "A session that one process deletes while others extend it stays deleted everywhere",
    harm: "A user who signed out is signed in again by a concurrent request.",
    evidence: "@auth/upstash-redis-adapter, @auth/unstorage-adapter; auth0/nextjs-auth0#2335",
    fix: "Extend with an update that only matches an existing row, and never from a cache.",
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { sessionToken } = await newSession(t)
        const extend = call("updateSession", { sessionToken, expires: t.inDays(60) })
        const read = call("getSessionAndUser", sessionToken)

        await t.inProcesses((processIndex) =>
          processIndex === 0 ? [call("deleteSession", sessionToken)] : [extend, read, extend],
        )

        t.equal(rows(await t.inProcesses(() => [read])), [], "sessions found afterwards, over all processes")
      }),
  },
  {
    id: "processes/deleted-users-leave-nothing",
    clause: "SEC-B6",
    guarantees: ["foreign_keys"],
    title: "If one process deletes a user while others sign them in, no process finds a session",
    harm: "A deleted user stays signed in on one device.",
    evidence: "GHSA-2vg6-77g8-24mp: sessions stayed valid after their user was deleted",
    fix: "Delete the user and their rows in one transaction, and let sessions reference the user.",
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const sessions = Array.from({ length: 12 }, () => t.session(id))
        const creations = sessions.map((session) => call("createSession", session))

        await t.inProcesses((processIndex) =>
          processIndex === 0
            ? [call("deleteUser", id)]
            : creations.filter((_, session) => session % 3 === processIndex % 3),
        )

        const reads = sessions.map(({ sessionToken }) => call("getSessionAndUser", sessionToken))
        const results = await t.inProcesses(() => [call("getUser", id), ...reads])
        t.equal(rows(results), [], "rows of the user that are left, over all processes")
      }),
  },
  {
    id: "processes/highest-counter-stays",
    level: "should",
    clause: "SEC-F1",
    title: "The highest of several counters that processes set at once is stored",
    harm: "A cloned passkey is not detected.",
    fix: "Update the counter only where the stored one is not higher.",
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { credentialID } = await newPasskey(t)

        const raised = await t.inProcesses((processIndex) =>
          [2, 1].map((part) => call("updateAuthenticatorCounter", credentialID, processIndex * 2 + part)),
        )

        const stored = await t.adapter.getAuthenticator(credentialID)
        t.row(stored, { counter: raised.length * 2 }, "the counter afterwards")
      }),
  },
]
