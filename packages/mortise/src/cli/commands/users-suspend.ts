import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { docsUrl } from "../program/docs-url.ts"
import { endInBatches, printEnded } from "../users/end-sessions.ts"
import { onPeople } from "../users/on-people.ts"
import type { EndedSessions, People, UserRow } from "../users/people.ts"
import { findUser } from "../users/person.ts"

const common = {
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    ...tenantOptions,
    json: { about: "print one JSON document: { revoked, left, notEnded, note }" },
  },
} as const

const exits = {
  1: "no such user, some sessions could not be ended, or the database failed",
  3: "invalid configuration, or users have no suspendedAt, or no ban",
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
callback signIn must check the field, and JSON Web Tokens stay valid until they expire.
With --better-auth, the command sets the ban of the plugin admin, without an end, and needs this plugin.`,
  examples: [`${mortise} users suspend ada@example.com`, `${mortise} users suspend 7f9c --json`],
  exits: { 0: "suspended", ...exits },
  async run({ json, ...files }, [idOrEmail = ""]) {
    const { user, ended } = await onUser(files, idOrEmail, json, (people, id) => people.suspend(id))
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
  async run({ json, ...files }, [idOrEmail = ""]) {
    const { user, ended } = await onUser(files, idOrEmail, json, (people, id) => people.resume(id))
    const state = ended.left === 0 ? "can sign in again" : "is still suspended"
    return printEnded(json, ended, `${describeUser(user)} ${state}. `)
  },
})

const onUser = (
  files: Parameters<typeof onPeople>[0],
  idOrEmail: string,
  json: boolean,
  change: (people: People, id: string) => Promise<EndedSessions>,
): Promise<{ readonly user: UserRow; readonly ended: EndedSessions }> =>
  onPeople(files, async (people) => {
    const user = await findUser(people, idOrEmail)
    return { user, ended: await endInBatches(json, () => change(people, user.id)) }
  })

const describeUser = ({ id, email }: UserRow): string =>
  `The user ${id}${email === null ? "" : ` (${email})`}`
