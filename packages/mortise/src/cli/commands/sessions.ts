import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { ExitError, exitCodes, usageError } from "../program/exit-code.ts"
import { createReporter, printJson, printTable } from "../terminal/output.ts"
import { endInBatches, printEnded } from "../users/end-sessions.ts"
import { onPeople } from "../users/on-people.ts"
import { findUser } from "../users/person.ts"

const user = { name: "user", about: "the id or the email" } as const

const exits = {
  1: "no such user or session, or the database failed",
}

/** Lists the sessions of a user. */
export const sessionsListCommand = defineCommand({
  name: "sessions list",
  about: "list a user's live stored sessions",
  arguments: [user],
  options: {
    ...tenantOptions,
    json: { about: "print one JSON document: { sessions }" },
  },
  notes: `${environmentNote}
A session is named by a handle, which does not reveal its token. Sessions that are tokens are not stored and cannot
be listed.`,
  examples: [`${mortise} sessions list ada@example.com`],
  exits: { 0: "printed", ...exits },
  async run({ json, ...files }, [idOrEmail = ""]) {
    const sessions = await onPeople(files, async (people) =>
      people.sessions((await findUser(people, idOrEmail)).id),
    )
    if (json) printJson({ sessions }, 2)
    else if (sessions.length === 0)
      createReporter(false).printError("empty", "The user has no stored sessions. Tokens cannot be listed.")
    else
      printTable(
        ["handle", "expires"],
        sessions.map(({ handle, expires }) => [handle, expires.toISOString()]),
      )
    return exitCodes.ok
  },
})

/** Revokes sessions of a user. */
export const sessionsRevokeCommand = defineCommand({
  name: "sessions revoke",
  about: "sign a user out: of one session, or everywhere",
  arguments: [user, { name: "handle", about: "the session, as `sessions list` names it", optional: true }],
  options: {
    ...tenantOptions,
    all: { about: "revoke every session of the user" },
    json: { about: "print one JSON document: { revoked }, with --all also left, notEnded and note" },
  },
  notes: `${environmentNote}
--all deletes stored sessions and ends the tokens of mortise/auth, like auth.sessions.revokeAll.
Tokens of Auth.js have no record and stay valid until they expire. What could not be ended is printed.
With --better-auth, a session ends in the database and in secondary storage, and --all says until when browsers'
cached sessions may be accepted.`,
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
  async run({ all, json, ...files }, [idOrEmail = "", handle]) {
    if ((handle === undefined) !== all) throw usageError("Name one session by its handle, or add --all.")
    return onPeople(files, async (people) => {
      const { id } = await findUser(people, idOrEmail)
      if (handle === undefined)
        return printEnded(json, await endInBatches(json, () => people.endSessions(id)))
      const ended = await people.endSession(id, handle)
      if (!ended) throw new ExitError(exitCodes.failed, "The user has no live session with this handle.")
      if (json) printJson({ revoked: 1, ...ended })
      else createReporter(false).print("revoked", `Sessions revoked: 1. ${ended.note ?? ""}`.trim())
      return exitCodes.ok
    })
  },
})
