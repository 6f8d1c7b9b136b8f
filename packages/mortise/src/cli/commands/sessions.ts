import { mortise } from "../../shared/mortise-command.ts"
import { type OpenStore, onStore } from "../configuration/open-store.ts"
import { configOption, defineCommand, environmentNote } from "../program/command.ts"
import { ExitError, exitCodes, usageError } from "../program/exit-code.ts"
import { createReporter, printJson } from "../terminal/output.ts"
import { type EndedSessions, endInBatches, endSessions, printEnded } from "../users/end-sessions.ts"
import { findUser, readSessions } from "../users/person.ts"

const user = { name: "user", about: "the id or the email" } as const

const exits = {
  1: "no such user or session, or the database failed",
  2: "invalid option",
  3: "invalid configuration",
}

/** Lists the sessions of a user. */
export const sessionsListCommand = defineCommand({
  name: "sessions list",
  about: "list a user's live stored sessions",
  arguments: [user],
  options: { config: configOption, json: { about: "print one JSON document: { sessions }" } },
  notes: `${environmentNote}
A session is named by a handle, which does not reveal its token. Sessions that are tokens are not stored and cannot
be listed.`,
  examples: [`${mortise} sessions list ada@example.com`],
  exits: { 0: "printed", ...exits },
  async run({ config, json }, [idOrEmail = ""]) {
    const sessions = await onStore(config, async (store) => {
      const { id } = await findUser(store, idOrEmail)
      return (await readSessions(store, id)).map(({ view }) => view)
    })
    const { print, printError } = createReporter(false)
    if (json) printJson({ sessions }, 2)
    else
      for (const { handle, expires } of sessions)
        print("session", `${handle}  expires ${expires.toISOString()}`)
    if (!json && sessions.length === 0)
      printError("empty", "The user has no stored sessions. Tokens cannot be listed.")
    return exitCodes.ok
  },
})

/** Revokes sessions of a user. */
export const sessionsRevokeCommand = defineCommand({
  name: "sessions revoke",
  about: "sign a user out: of one session, or everywhere",
  arguments: [user, { name: "handle", about: "the session, as `sessions list` names it", optional: true }],
  options: {
    config: configOption,
    all: { about: "revoke every session of the user" },
    json: { about: "print one JSON document: { revoked }, with --all also left, notEnded and note" },
  },
  notes: `${environmentNote}
--all deletes stored sessions and ends the tokens of mortise/auth, like auth.sessions.revokeAll.
Tokens of Auth.js have no record and stay valid until they expire. What could not be ended is printed.`,
  examples: [
    `${mortise} sessions revoke ada@example.com Qm4xA0dV7r1kTz2w`,
    `${mortise} sessions revoke ada@example.com --all`,
  ],
  exits: {
    0: "revoked",
    ...exits,
    1: "no such user or session, some sessions could not be ended, or the database failed",
    130: "stopped by Ctrl-C; the same command continues",
  },
  async run({ config, all, json }, [idOrEmail = "", handle]) {
    if ((handle === undefined) !== all) throw usageError("Name one session by its handle, or add --all.")
    if (all) return printEnded(json, await onStore(config, (store) => revokeAll(store, idOrEmail, json)))
    await onStore(config, async (store) => {
      const { id } = await findUser(store, idOrEmail)
      const chosen = (await readSessions(store, id)).find(({ view }) => view.handle === handle)
      if (!chosen || !(await store.adapter.deleteSession(chosen.session.sessionToken)))
        throw new ExitError(exitCodes.failed, "The user has no live session with this handle.")
    })
    if (json) printJson({ revoked: 1 })
    else createReporter(false).print("revoked", "Sessions revoked: 1.")
    return exitCodes.ok
  },
})

async function revokeAll(store: OpenStore, idOrEmail: string, json: boolean): Promise<EndedSessions> {
  const { id } = await findUser(store, idOrEmail)
  return endInBatches(json, () => endSessions(store, id))
}
