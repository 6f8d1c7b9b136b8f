import type { Case } from "../case.ts"
import { answers, call, fix, rows } from "./remote-calls.ts"

/** Races of an end against a change: what was ended stays ended in every process. */
export const sessionAndPasskeyCases: readonly Case[] = [
  {
    id: "processes/sign-out-is-seen-everywhere",
    level: "must",
    clause: "SEC-D7",
    title: "A session that one process ended is gone for processes that have read it before",
    harm: "A person who signed out stays signed in on every server that remembers the session.",
    evidence: "better-auth-cloudflare#61: a session was valid for 60 seconds after its sign-out",
    fix: "Ask the store at every read, or tell the other processes what has ended.",
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
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
    title: "A session that one process ends while others extend it stays ended, in all of them",
    harm: "A person who signed out is signed in again by a request that was under way.",
    evidence: "@auth/upstash-redis-adapter, @auth/unstorage-adapter; auth0/nextjs-auth0#2335",
    fix: "Extend by an update that only matches while the row is there, and never from a cache.",
    needs: ["createUser", "createSession", "updateSession", "deleteSession", "getSessionAndUser"],
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
    title: "A user whom one process deletes while others sign them in leaves no session, in any of them",
    harm: "A deleted account goes on working on one device.",
    evidence: "GHSA-2vg6-77g8-24mp: sessions lived on after their user",
    fix: "Delete the user and what it owns in one step, and let a session need its user.",
    needs: ["createUser", "deleteUser", "createSession", "getSessionAndUser", "getUser"],
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
        t.equal(rows(found), [], "what is left of the user, over all processes")
      }),
  },
  {
    id: "processes/one-owner-of-a-passkey",
    level: "must",
    clause: "SEC-B4",
    title: "Of several processes that register one passkey at once, one succeeds",
    harm: "A passkey signs in whoever registered it last.",
    fix,
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
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
    title: "Of the counters that several processes set at once, the highest stays",
    harm: "A cloned passkey goes unnoticed.",
    fix: "Update the counter where the stored one is not higher.",
    needs: ["createUser", "createAuthenticator", "getAuthenticator", "updateAuthenticatorCounter"],
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
