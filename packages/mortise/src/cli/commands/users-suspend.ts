import type { User } from "../../index.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { onStore } from "../configuration/open-store.ts"
import { configOption, defineCommand, environmentNote } from "../program/command.ts"
import { docsUrl } from "../program/docs-url.ts"
import { resumeUser, suspendUser } from "../users/change-user.ts"
import { type EndedSessions, endInBatches, printEnded } from "../users/end-sessions.ts"
import { findUser } from "../users/person.ts"

const common = {
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    config: configOption,
    json: { about: "print one JSON document: { revoked, left, notEnded, note }" },
  },
} as const

const exits = {
  1: "no such user, some sessions could not be ended, or the database failed",
  2: "invalid option",
  3: "invalid configuration, or users have no suspendedAt",
  130: "stopped by Ctrl-C; the same command continues",
}

/** Suspends a user. */
export const usersSuspendCommand = defineCommand({
  ...common,
  name: "users suspend",
  about: "refuse every sign-in of a user, and end all sessions",
  notes: `${environmentNote}
The configuration file must declare suspendedAt among the fields of users; see
${docsUrl("auth-suspension")}
With Auth.js, the
callback signIn must check the field, and JSON Web Tokens stay valid until they expire.`,
  examples: [`${mortise} users suspend ada@example.com`, `${mortise} users suspend 7f9c --json`],
  exits: { 0: "suspended", ...exits },
  async run({ config, json }, [idOrEmail = ""]) {
    const { user, ended } = await onUser(config, idOrEmail, json, suspendUser)
    return printEnded(json, ended, `${describeUser(user)} is suspended. `)
  },
})

/** Resumes a user. */
export const usersResumeCommand = defineCommand({
  ...common,
  name: "users resume",
  about: "let a suspended user sign in again",
  notes: `${environmentNote}
Sessions from before the suspension do not come back.`,
  examples: [`${mortise} users resume ada@example.com`],
  exits: { 0: "resumed", ...exits },
  async run({ config, json }, [idOrEmail = ""]) {
    const { user, ended } = await onUser(config, idOrEmail, json, resumeUser)
    const state = ended.left === 0 ? "can sign in again" : "is still suspended"
    return printEnded(json, ended, `${describeUser(user)} ${state}. `)
  },
})

const onUser = (
  config: string | undefined,
  idOrEmail: string,
  json: boolean,
  change: typeof suspendUser,
): Promise<{ readonly user: User; readonly ended: EndedSessions }> =>
  onStore(config, async (store) => {
    const user = await findUser(store, idOrEmail)
    return { user, ended: await endInBatches(json, () => change(store, user.id)) }
  })

const describeUser = ({ id, email }: User): string => `The user ${id}${email === null ? "" : ` (${email})`}`
