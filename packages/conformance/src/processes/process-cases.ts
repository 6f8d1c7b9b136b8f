import type { Case } from "../case.ts"
import { accountKey, tokenKey } from "../cases/row-keys.ts"
import { member } from "../same-value.ts"
import { answers, call, fix, rows } from "./remote-calls.ts"
import { sessionAndPasskeyCases } from "./session-and-passkey-cases.ts"

/** Races between processes. They find locks and caches in process memory, which the other cases cannot see. */
export const processCases: readonly Case[] = [
  {
    id: "processes/one-store",
    level: "must",
    clause: "SEC-O5",
    title: "A row that one process writes can be read by the others",
    harm: "Users are signed in on one server and unknown on the next.",
    fix: "Make the factory of the module connect every process to the same store.",
    processes: true,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))

      const reads = await t.inProcesses(() => [call("getSessionAndUser", sessionToken)])

      const owners = answers(reads).map((found) => member(member(found, "user"), "id"))
      t.equal(
        owners,
        reads.map(() => id),
        "the user of the session, for each process",
      )
    },
  },
  {
    id: "processes/one-use-of-a-token",
    level: "must",
    clause: "SEC-B1",
    also: ["SEC-E2"],
    title: "If several processes use one verification token at once, one of them gets it",
    harm: "With two servers, an attacker with a leaked link signs in at the same time as its owner.",
    evidence: "GHSA-hc7v-rggr-4hvx, CVE-2026-107276: two requests could use the same link",
    fix,
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const token = t.verificationToken()
        await t.adapter.createVerificationToken(token)
        const use = call("useVerificationToken", tokenKey(token))

        const uses = await t.inProcesses(() => [use, use, use, use])

        t.equal(rows(uses).length, 1, "callers that got the token, over all processes")
      }),
  },
  {
    id: "processes/one-user-of-an-address",
    level: "must",
    clause: "SEC-B2",
    guarantees: ["unique_emails"],
    title: "If several processes create a user with one address at once, one succeeds",
    harm: "Two users share one address, and a link sent there signs in either of them.",
    fix,
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const email = t.email()

        const created = await t.inProcesses(() => [
          call("createUser", t.user({ email })),
          call("createUser", t.user({ email })),
        ])

        const ids = rows(created).map((user) => member(user, "id"))
        t.equal(ids.length, 1, "users created with the email")
        t.row(await t.adapter.getUserByEmail(email), { id: ids[0] }, "getUserByEmail afterwards")
      }),
  },
  {
    id: "processes/one-owner-of-an-account",
    level: "must",
    clause: "SEC-B3",
    guarantees: ["unique_accounts"],
    title: "If several processes link one account to different users at once, one succeeds",
    harm: "Two users share one account, and each can be signed in as the other.",
    fix,
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const users = new Map<number, string>()
        const account = t.account("")
        const own = async (nth: number) => users.set(nth, (await t.adapter.createUser(t.user())).id)
        for (const nth of (await t.inProcesses(() => [])).keys()) await own(nth)

        const links = await t.inProcesses((nth) => [
          call("linkAccount", { ...account, userId: users.get(nth) }),
        ])

        const winners = [...links.keys()].filter((nth) => links[nth]?.every((outcome) => "value" in outcome))
        t.equal(winners.length, 1, "users that the account was linked to")
        const owner = await t.adapter.getUserByAccount(accountKey(account))
        t.row(owner, { id: users.get(winners[0] ?? 0) }, "getUserByAccount afterwards")
      }),
  },
  ...sessionAndPasskeyCases,
]
