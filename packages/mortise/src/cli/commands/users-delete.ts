import { configOption, defineCommand, environmentNote } from "../command.ts"
import { confirm } from "../confirm.ts"
import { ExitError, exitCodes } from "../exit-code.ts"
import { onStore } from "../open-store.ts"
import { findUser, type Person, readPerson } from "../person.ts"
import { createReporter } from "../reporter.ts"

/** Deletes a user after a confirmation. */
export const usersDeleteCommand = defineCommand({
  name: "users delete",
  about: "delete a user with all accounts, sessions, passkeys and tokens",
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    config: configOption,
    yes: { about: "delete without asking" },
    json: { about: "print one JSON document: { deleted }, with the number of rows of each kind" },
  },
  notes: `${environmentNote}
The command lists what will be deleted and asks. Without a terminal it needs --yes.`,
  examples: ["mortise users delete ada@example.com", "mortise users delete 7f9c --yes --json"],
  exits: {
    0: "deleted",
    1: "no such user, not confirmed, or the database failed",
    2: "invalid option, or neither a terminal nor --yes",
    3: "invalid configuration",
    130: "stopped by Ctrl-C; nothing was deleted",
  },
  async run({ config, yes, json }, [given = ""]) {
    const reporter = createReporter(json)
    const deleted = await onStore(config, async (store) => {
      const user = await findUser(store, given)
      const counts = countsOf(await readPerson(store, user))
      if (!yes) {
        reporter.printError(
          "confirm",
          `This deletes the user ${user.email ?? user.id} with ${textOf(counts)}.`,
        )
        await confirm("Delete them?")
      }
      if (await store.adapter.deleteUser(user.id)) return { user: 1, ...counts }
      throw new ExitError(exitCodes.failed, "Another process has deleted this user.")
    })
    if (json) console.log(JSON.stringify({ deleted }))
    else reporter.print("deleted", `Deleted the user with ${textOf(deleted)}.`)
    return exitCodes.ok
  },
})

type Counts = Readonly<Record<"accounts" | "sessions" | "passkeys" | "verificationTokens", number>>

const countsOf = ({ accounts, sessions, passkeys, verificationTokens }: Person): Counts => ({
  accounts: accounts.length,
  sessions: sessions.length,
  passkeys: passkeys.length,
  verificationTokens: verificationTokens.length,
})

const textOf = ({ accounts, sessions, passkeys, verificationTokens }: Counts): string =>
  `accounts: ${accounts}, sessions: ${sessions}, passkeys: ${passkeys}, tokens: ${verificationTokens}`
