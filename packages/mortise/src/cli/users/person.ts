import type { Key, ModelName, Page, Session, User, VerificationToken } from "../../index.ts"
import { sha256 } from "../../shared/bytes.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import type { Fields, People, Person, SessionView, UserRow } from "./people.ts"

/** The user with this id or email. */
export async function findUser(people: People, idOrEmail: string): Promise<UserRow> {
  const user = idOrEmail.includes("@") ? await people.findByEmail(idOrEmail) : await people.find(idOrEmail)
  if (user) return user
  throw new ExitError(
    exitCodes.failed,
    `No user has this id or email: \`${mortise} users list\` lists the users.`,
  )
}

export async function readPerson(store: OpenStore, user: UserRow): Promise<Person> {
  const { adapter, schema } = store
  const visible = (model: ModelName, row: Fields) => withoutSecrets(schema, model, row)
  const [accounts, sessions, passkeys, tokens] = await Promise.all([
    available(store, "listAccounts")(user.id),
    readSessions(store, user.id),
    adapter.listAuthenticatorsByUserId(user.id),
    readTokens(store, user.email),
  ])
  return {
    user,
    accounts: accounts.map((row) => visible("account", row)),
    sessions: sessions.map(({ view }) => view),
    passkeys: passkeys.map((row) => visible("authenticator", row)),
    verificationTokens: tokens.map((row) => visible("verificationToken", row)),
  }
}

/** A user's live sessions, each with its view, sorted by expiry. */
export async function readSessions(store: OpenStore, userId: string) {
  const sessions = await available(store, "listSessions")(userId)
  const views = sessions.map(async (session) => ({ session, view: await toSessionView(store, session) }))
  return (await Promise.all(views)).sort((left, right) => +left.view.expires - +right.view.expires)
}

const toSessionView = async ({ schema }: OpenStore, session: Session): Promise<SessionView> => ({
  handle: (await sha256(session.sessionToken)).slice(0, 16),
  expires: session.expires,
  ...withoutSecrets(schema, "session", session),
})

/** An identifier's verification tokens. Upkeep pages through tokens in the order of identifier and token. */
export async function readTokens(
  { upkeep }: OpenStore,
  identifier: string | null,
): Promise<VerificationToken[]> {
  const tokens: VerificationToken[] = []
  // Tokens are printable text, so they sort after this one.
  let after: Key | null = identifier === null ? null : { identifier, token: " " }
  while (after) {
    const page: Page<VerificationToken> = await upkeep.page("verificationToken", { after })
    tokens.push(...page.rows.filter((row) => row.identifier === identifier))
    after = page.next?.["identifier"] === identifier ? page.next : null
  }
  return tokens
}

/**
 * A row's declared fields that are not secret. Undeclared fields of an account are left out too: what a provider
 * sent may be a token.
 */
export function withoutSecrets({ models }: OpenStore["schema"], model: ModelName, row: Fields): Fields {
  const visible = models[model].fields.filter(({ secret }) => !secret).map(({ name }) => name)
  return pickFields(row, (name) => visible.includes(name))
}

/** A user without the fields that the schema declares secret. Undeclared fields belong to the person's data. */
export function userView({ schema }: OpenStore, user: User): UserRow {
  const secrets = schema.models.user.fields.filter(({ secret }) => secret).map(({ name }) => name)
  return pickFields(user, (name) => !secrets.includes(name)) as UserRow
}

/** Some of a row's fields. The others are not read: reading a secret that a server hides throws. */
export const pickFields = (row: Fields, isShown: (name: string) => boolean): Fields =>
  Object.fromEntries(
    Object.keys(row)
      .filter(isShown)
      .map((name) => [name, row[name]]),
  )

/** An extra that a tool needs. Throws if the adapter lacks it. */
export function available<
  Name extends "listAccounts" | "listSessions" | "removeAuthenticator" | "updateAccount" | "dropTokens",
>({ extras }: OpenStore, name: Name) {
  const extra = extras[name]
  if (extra) return extra as NonNullable<OpenStore["extras"][Name]>
  throw new ExitError(exitCodes.configuration, describeLack(name))
}

/** Why a Mortise adapter lacks an extra. */
export const describeLack = (name: string): string =>
  `The adapter has no ${name}: the configuration overrides an operation that it would bypass.`
