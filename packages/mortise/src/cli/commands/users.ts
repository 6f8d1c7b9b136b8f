import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand, environmentNote, tenantOptions } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { createReporter, printJson, printParts, printTable } from "../terminal/output.ts"
import { onPeople } from "../users/on-people.ts"
import type { Person, UserRow } from "../users/people.ts"
import { findUser } from "../users/person.ts"

const exits = {
  0: "printed",
  1: "no such user, or the database failed",
}

/** Lists users. */
export const usersListCommand = defineCommand({
  name: "users list",
  about: "list users, all or by the start of their email",
  arguments: [
    { name: "prefix", about: "the start of the email, such as ada or ada@example", optional: true },
  ],
  options: {
    ...tenantOptions,
    limit: { value: "N", about: "how many users, 1 to 1000", default: "20" },
    after: { value: "KEY", about: "continue after this id; with a prefix, after this email" },
    json: { about: "print one JSON document: { users, next }" },
  },
  notes: environmentNote,
  examples: [`${mortise} users list`, `${mortise} users list ada --limit 5 --json`],
  exits: { ...exits, 1: "the database failed" },
  async run({ after, json, ...options }, [prefix]) {
    const limit = wholeNumber(options.limit, "--limit", { min: 1, max: 1000 })
    const { rows, next } = await onPeople(options, (people) => people.page({ limit, after, prefix }))
    if (json) printJson({ users: rows, next }, 2)
    else printUsers(rows, next)
    return exitCodes.ok
  },
})

function printUsers(users: readonly UserRow[], next: string | null): void {
  const { printError } = createReporter(false)
  const rows = users.map(({ id, email, name }) => [id, email ?? "(no email)", String(name ?? "")])
  if (users.length === 0) printError("empty", "No users were found.")
  else printTable(["id", "email", "name"], rows)
  if (next !== null) printError("more", `There may be more: add --after ${next}`)
}

/** Shows one user. */
export const usersShowCommand = defineCommand({
  name: "users show",
  about: "show one user with accounts, sessions and passkeys",
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    ...tenantOptions,
    json: { about: "print one JSON document, as `users export` does" },
  },
  notes: environmentNote,
  examples: [`${mortise} users show ada@example.com`],
  exits,
  async run({ json, ...files }, [user = ""]) {
    const person = await onPeople(files, async (people) => people.read(await findUser(people, user)))
    if (json) printJson(person, 2)
    else for (const [kind, text] of listRows(person)) printParts(["bold", kind.padEnd(10)], " ", text)
    return exitCodes.ok
  },
})

/** Prints everything that is stored about one user. */
export const usersExportCommand = defineCommand({
  name: "users export",
  about: "print everything that is stored about one person, as JSON, without secrets",
  arguments: [{ name: "user", about: "the id or the email" }],
  options: {
    ...tenantOptions,
    json: { about: "accepted for consistency: the output is always JSON" },
  },
  notes: `${environmentNote}
The document answers a request for a copy of personal data. It has no tokens and cannot be imported.
With --better-auth it has the rows of plugins that refer to the user, and no verifications, which name no user.`,
  examples: [`${mortise} users export ada@example.com > ada.json`],
  exits,
  async run(files, [user = ""]) {
    const person = await onPeople(files, async (people) => people.read(await findUser(people, user)))
    printJson(person, 2)
    return exitCodes.ok
  },
})

function listRows(person: Person): (readonly [kind: string, text: string])[] {
  const { user, accounts, sessions, passkeys, verificationTokens = [], others = {} } = person
  const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : JSON.stringify(value))
  const line = (kind: string, fields: Readonly<Record<string, unknown>>) => {
    const filled = Object.entries(fields).filter(([name, value]) => value !== null && name !== "userId")
    return [kind, filled.map(([name, value]) => `${name} ${asText(value)}`).join(", ")] as const
  }
  return [
    line("user", user),
    ...accounts.map((account) => line("account", account)),
    ...sessions.map((session) => line("session", session)),
    ...passkeys.map(({ credentialPublicKey: _, ...passkey }) => line("passkey", passkey)),
    ...verificationTokens.map((token) => line("token", token)),
    ...Object.entries(others).flatMap(([model, rows]) => rows.map((row) => line(model, row))),
  ]
}
