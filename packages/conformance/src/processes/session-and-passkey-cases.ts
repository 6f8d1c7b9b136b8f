import type { Case } from "../case.ts"
import { answers, call, fix, rows } from "./remote-calls.ts"

/** Races on sessions, deleted users and passkeys: a deleted row stays deleted in every process. */
export const sessionAndPasskeyCases: readonly Case[] = [
  {
    id: "processes/sign-out-is-seen-everywhere",
    level: "must",
    clause: "SEC-D7",
    title: "A session that one process deleted is not found by processes that read it before",
    harm: "A user who signed out stays signed in on every server that caches the session.",
    evidence: "better-auth-cloudflare#61: a session stayed valid for 60 seconds after its sign-out",
    fix: "Query the store at every read, or notify the other processes of deletions.",
    processes: true,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const read = call("getSessionAndUser", sessionToken)
      await t.inProcesses(() => [read])

      await t.inProcesses((nth) => (nth === 0 ? [call("deleteSession", sessionToken)] : []))

      t.equal(rows(await t.inProcesses(() => [read])), [], "sessions found afterwards, over all processes")
    },
  },
  {
    id: "processes/ended-sessions-stay-ended",
    level: "must",
    clause: "SEC-B8",
    also: ["SEC-D7", "SEC-H6"],
    title: "A session that one process deletes while others extend it stays deleted in all of them",
    harm: "A user who signed out is signed in again by a concurrent request.",
    evidence: "@auth/upstash-redis-adapter, @auth/unstorage-adapter; auth0/nextjs-auth0#2335",
    fix: "Extend with an update that only matches an existing row, and never from a cache.",
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const { sessionToken } = await t.adapter.createSession(t.session(id))
        const extend = call("updateSession", { sessionToken, expires: t.inDays(60) })
        const read = call("getSessionAndUser", sessionToken)

        await t.inProcesses((nth) =>
          nth === 0 ? [call("deleteSession", sessionToken)] : [extend, read, extend],
        )

        t.equal(rows(await t.inProcesses(() => [read])), [], "sessions found afterwards, over all processes")
      }),
  },
  {
    id: "processes/deleted-users-leave-nothing",
    level: "must",
    clause: "SEC-B6",
    guarantees: ["foreign_keys"],
    title:
      "If one process deletes a user while others sign the user in, no process finds a session afterwards",
    harm: "A deleted user stays signed in on one device.",
    evidence: "GHSA-2vg6-77g8-24mp: sessions stayed valid after their user was deleted",
    fix: "Delete the user and their rows in one transaction, and let sessions reference the user.",
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const sessions = Array.from({ length: 12 }, () => t.session(id))
        const creations = sessions.map((session) => call("createSession", session))

        await t.inProcesses((nth) =>
          nth === 0 ? [call("deleteUser", id)] : creations.filter((_, session) => session % 3 === nth % 3),
        )

        const reads = sessions.map(({ sessionToken }) => call("getSessionAndUser", sessionToken))
        const found = await t.inProcesses(() => [call("getUser", id), ...reads])
        t.equal(rows(found), [], "rows of the user that are left, over all processes")
      }),
  },
  {
    id: "processes/one-owner-of-a-passkey",
    level: "must",
    clause: "SEC-B4",
    title: "If several processes register one passkey at once, one succeeds",
    harm: "A passkey signs in the last user who registered it.",
    fix,
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const passkey = t.authenticator(id)

        const created = await t.inProcesses((nth) => [
          call("createAuthenticator", { ...passkey, credentialPublicKey: `key of process ${nth}` }),
        ])

        t.equal(answers(created).length, 1, "processes that registered the passkey")
        const winner = created.findIndex((outcomes) => outcomes.every((outcome) => "value" in outcome))
        const stored = await t.adapter.getAuthenticator(passkey.credentialID)
        t.row(stored, { credentialPublicKey: `key of process ${winner}` }, "getAuthenticator afterwards")
      }),
  },
  {
    id: "processes/highest-counter-stays",
    level: "should",
    clause: "SEC-F1",
    title: "When several processes set a counter at once, the highest one is stored",
    harm: "A cloned passkey is not detected.",
    fix: "Update the counter only where the stored one is not higher.",
    processes: true,
    run: (t) =>
      t.rounds(3, async () => {
        const { id } = await t.adapter.createUser(t.user())
        const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id))

        const raised = await t.inProcesses((nth) =>
          [2, 1].map((part) => call("updateAuthenticatorCounter", credentialID, nth * 2 + part)),
        )

        const stored = await t.adapter.getAuthenticator(credentialID)
        t.row(stored, { counter: raised.length * 2 }, "the counter afterwards")
      }),
  },
]
