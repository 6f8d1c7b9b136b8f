import { configOption, defineCommand, environmentNote } from "../command.ts"
import { ExitError, exitCodes } from "../exit-code.ts"
import { onStore } from "../open-store.ts"
import { findUser, sessionsOf } from "../person.ts"
import { createReporter } from "../reporter.ts"

const user = { name: "user", about: "the id or the email" } as const

const exits = {
  1: "no such user or session, or the database failed",
  2: "invalid option",
  3: "invalid configuration",
}

/** Lists the sessions of a user. */
export const sessionsListCommand = defineCommand({
  name: "sessions list",
  about: "list the live sessions of a user",
  arguments: [user],
  options: { config: configOption, json: { about: "print one JSON document: { sessions }" } },
  notes: `${environmentNote}
A session is named by a handle, which does not reveal its token.`,
  examples: ["mortise sessions list ada@example.com"],
  exits: { 0: "printed", ...exits },
  async run({ config, json }, [given = ""]) {
    const sessions = await onStore(config, async (store) => {
      const { id } = await findUser(store, given)
      return (await sessionsOf(store, id)).map(({ view }) => view)
    })
    const { print, printError } = createReporter(false)
    if (json) console.log(JSON.stringify({ sessions }, null, 2))
    else
      for (const { handle, expires } of sessions)
        print("session", `${handle}  expires ${expires.toISOString()}`)
    if (!json && sessions.length === 0) printError("empty", "The user has no live sessions.")
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
    json: { about: "print one JSON document: { revoked }" },
  },
  notes: `${environmentNote}
The command deletes stored sessions. Sessions that are JSON Web Tokens are not stored and stay valid.`,
  examples: [
    "mortise sessions revoke ada@example.com Qm4xA0dV7r1kTz2w",
    "mortise sessions revoke ada@example.com --all",
  ],
  exits: { 0: "revoked", ...exits },
  async run({ config, all, json }, [given = "", handle]) {
    if ((handle === undefined) !== all)
      throw new ExitError(exitCodes.usage, "Name one session by its handle, or add --all.")
    const revoked = await onStore(config, async (store) => {
      const { id } = await findUser(store, given)
      const chosen = (await sessionsOf(store, id)).filter(({ view }) => all || view.handle === handle)
      if (chosen.length === 0 && !all)
        throw new ExitError(exitCodes.failed, "The user has no live session with this handle.")
      const deleted = await Promise.all(
        chosen.map(({ session }) => store.adapter.deleteSession(session.sessionToken)),
      )
      return deleted.filter((session) => session !== null).length
    })
    if (json) console.log(JSON.stringify({ revoked }))
    else createReporter(false).print("revoked", `Sessions revoked: ${revoked}.`)
    return exitCodes.ok
  },
})
