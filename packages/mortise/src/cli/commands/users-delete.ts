import { mortise } from "../../shared/mortise-command.ts"
import { onStore } from "../configuration/open-store.ts"
import { configOption, defineCommand, environmentNote } from "../program/command.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { confirm } from "../terminal/confirm.ts"
import { createReporter, printJson } from "../terminal/output.ts"
import { deleteUser } from "../users/change-user.ts"
import { findUser, type Person, readPerson } from "../users/person.ts"

/** Deletes a user after a confirmation. */
export const usersDeleteCommand = defineCommand({
  name: "users delete",
  about: "delete a user with all accounts, sessions, passkeys and tokens",
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    config: configOption,
    yes: { about: "delete without asking" },
    json: { about: "print one JSON document: { deleted, notEnded }, with the number of rows of each kind" },
  },
  notes: `${environmentNote}
The command lists what will be deleted and asks. Without a terminal it needs --yes. Tokens of mortise/auth end with
the user; those of Auth.js have no record and stay valid until they expire.`,
  examples: [`${mortise} users delete ada@example.com`, `${mortise} users delete 7f9c --yes --json`],
  exits: {
    0: "deleted",
    1: "no such user, not confirmed, some tokens could not be ended, or the database failed",
    2: "invalid option, or neither a terminal nor --yes",
    3: "invalid configuration",
    130: "stopped by Ctrl-C; nothing was deleted",
  },
  async run({ config, yes, json }, [idOrEmail = ""]) {
    const reporter = createReporter(json)
    const { deleted, notEnded } = await onStore(config, async (store) => {
      const user = await findUser(store, idOrEmail)
      const counts = countRows(await readPerson(store, user))
      if (!yes) {
        reporter.printError(
          "confirm",
          `This deletes the user ${user.email ?? user.id} with ${formatCounts(counts)}.`,
        )
        await confirm("Delete them?")
      }
      const done = await deleteUser(store, user.id)
      if (!done) throw new ExitError(exitCodes.failed, "Another process has deleted this user.")
      return { deleted: { user: 1, ...counts }, ...done }
    })
    if (json) printJson({ deleted, notEnded })
    else reporter.print("deleted", `Deleted the user with ${formatCounts(deleted)}.`)
    for (const problem of notEnded) reporter.printError("not_ended", problem)
    return notEnded.length === 0 ? exitCodes.ok : exitCodes.failed
  },
})

type Counts = Readonly<Record<"accounts" | "sessions" | "passkeys" | "verificationTokens", number>>

const countRows = ({ accounts, sessions, passkeys, verificationTokens }: Person): Counts => ({
  accounts: accounts.length,
  sessions: sessions.length,
  passkeys: passkeys.length,
  verificationTokens: verificationTokens.length,
})

const formatCounts = ({ accounts, sessions, passkeys, verificationTokens }: Counts): string =>
  `accounts: ${accounts}, sessions: ${sessions}, passkeys: ${passkeys}, tokens: ${verificationTokens}`
