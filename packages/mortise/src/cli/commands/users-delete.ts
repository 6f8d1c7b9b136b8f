import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { confirm } from "../terminal/confirm.ts"
import { createReporter, printJson } from "../terminal/output.ts"
import { onPeople } from "../users/on-people.ts"
import type { Person } from "../users/people.ts"
import { findUser } from "../users/person.ts"

/** Deletes a user after a confirmation. */
export const usersDeleteCommand = defineCommand({
  name: "users delete",
  about: "delete a user with all accounts, sessions, passkeys and tokens",
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    ...tenantOptions,
    yes: { about: "delete without asking" },
    json: { about: "print one JSON document: { deleted, notEnded }, with the number of rows of each kind" },
  },
  notes: `${environmentNote}
The command lists what will be deleted and asks. Without a terminal it needs --yes. Tokens of mortise/auth end with
the user; those of Auth.js have no record and stay valid until they expire.
With --better-auth, rows of plugins that refer to the user are deleted too, database hooks run, and secondary
storage is cleared. The output says until when a cached session may be accepted, as note in JSON.`,
  examples: [`${mortise} users delete ada@example.com`, `${mortise} users delete 7f9c --yes --json`],
  exits: {
    0: "deleted",
    1: "no such user, not confirmed, some tokens could not be ended, or the database failed",
    2: "invalid option, or neither a terminal nor --yes",
    130: "stopped by Ctrl-C; nothing was deleted",
  },
  async run({ yes, json, ...files }, [idOrEmail = ""]) {
    const reporter = createReporter(json)
    const { counts, notEnded, note } = await onPeople(files, async (people) => {
      const user = await findUser(people, idOrEmail)
      const counts = countRows(await people.read(user))
      if (!yes) {
        reporter.printError(
          "confirm",
          `This deletes the user ${user.email ?? user.id} with ${formatCounts(counts)}.`,
        )
        await confirm("Delete them?")
      }
      const done = await people.remove(user.id)
      if (!done) throw new ExitError(exitCodes.failed, "Another process has deleted this user.")
      return { counts, ...done }
    })
    if (json) printJson({ deleted: { user: 1, ...counts }, notEnded, ...(note !== undefined && { note }) })
    else reporter.print("deleted", `Deleted the user with ${formatCounts(counts)}.${note ? ` ${note}` : ""}`)
    for (const problem of notEnded) reporter.printError("not_ended", problem)
    return notEnded.length === 0 ? exitCodes.ok : exitCodes.failed
  },
})

type Counts = Readonly<Record<string, number>>

const countRows = ({ accounts, sessions, passkeys, verificationTokens, others = {} }: Person): Counts => {
  const rows = { accounts, sessions, passkeys, ...(verificationTokens && { verificationTokens }), ...others }
  return Object.fromEntries(Object.entries(rows).map(([kind, { length }]) => [kind, length]))
}

const formatCounts = ({ verificationTokens: tokens, ...counts }: Counts): string =>
  Object.entries({ ...counts, ...(tokens !== undefined && { tokens }) })
    .map(([kind, count]) => `${kind}: ${count}`)
    .join(", ")
