import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { spellings } from "./similar-texts.ts"

/** Texts that differ from the given one but that some stores treat as equal to it. */
const lookAlikes = (text: string): string[] =>
  [
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(0, -1),
    `${text}x`,
    `${text} `,
    ` ${text}`,
    `${text}\u200b`,
    `${text}%`,
    text.replace(/[a-z]/, "_"),
  ].filter((other) => other !== text)

export const keys: readonly Case[] = [
  {
    id: "keys/session-tokens-match-exactly",
    level: "must",
    clause: "SEC-D13",
    also: ["SEC-C1", "§4 getSessionAndUser"],
    title: "A session is found only by its exact token: not by a part of it, another case, or a longer text",
    harm: "Tokens become much easier to guess.",
    evidence:
      "@auth/drizzle-adapter on MySQL finds a token in another case; CVE-2026-27840: truncated tokens were valid",
    fix: "Compare key columns byte by byte, with a binary collation.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))

      for (const other of lookAlikes(sessionToken))
        t.isNull(await t.adapter.getSessionAndUser(other), `getSessionAndUser(${JSON.stringify(other)})`)
    },
  },
  {
    id: "keys/look-alikes-change-nothing",
    level: "must",
    clause: "SEC-D13",
    also: ["§4 deleteSession", "§4 updateSession"],
    title: "Deleting or updating by a look-alike of a session token leaves the session unchanged",
    harm: "One user's sign-out ends the session of another.",
    fix: "Compare key columns byte by byte, with a binary collation.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      await t.adapter.createSession(session)

      for (const sessionToken of lookAlikes(session.sessionToken)) {
        await t.attempt(() => t.adapter.deleteSession(sessionToken))
        await t.attempt(() => t.adapter.updateSession({ sessionToken, expires: t.inDays(1) }))
      }

      const found = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(found?.session, session, "the session afterwards")
    },
  },
  {
    id: "keys/verification-tokens-match-exactly",
    level: "must",
    clause: "SEC-D13",
    also: ["SEC-E1", "§4 useVerificationToken"],
    title:
      "A verification token matches only its exact text, and stays valid after attempts with look-alikes",
    harm: "Tokens become much easier to guess.",
    async run(t) {
      const stored = t.verificationToken()
      await t.adapter.createVerificationToken(stored)
      const { identifier } = stored

      for (const token of lookAlikes(stored.token)) {
        const answer = await t.adapter.useVerificationToken({ identifier, token })
        t.isNull(answer, `useVerificationToken with ${JSON.stringify(token)}`)
      }
      t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself")
    },
  },
  {
    id: "keys/identifiers-match-exactly",
    level: "should",
    clause: "SEC-E1",
    also: ["SEC-C1"],
    title: "The identifier of a token is compared exactly, also its case, spaces and Unicode form",
    harm: "A token is deleted by a link that the client then refuses.",
    async run(t) {
      const plain = `${t.unique()}.Jos\u00e9\ufb01@example.com`
      const pairs = spellings(plain).flatMap((other) => [
        [plain, other],
        [other, plain],
      ])
      for (const [identifier = "", other = ""] of t.some(pairs, 8)) {
        const stored = t.verificationToken({ identifier })
        await t.adapter.createVerificationToken(stored)

        const use = () => t.adapter.useVerificationToken({ ...tokenKey(stored), identifier: other })
        await t.findsNothing(use, `a use with ${JSON.stringify(other)}`)
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the address itself")
      }
    },
  },
  {
    id: "keys/account-ids-match-exactly",
    level: "must",
    clause: "SEC-C1",
    also: ["§4 getUserByAccount", "SEC-J10"],
    title:
      "An account is found only by its exact id: another case, accent, space or Unicode form is another id",
    harm: "An attacker registers a look-alike id at the provider and signs in as another user.",
    evidence: "@auth/drizzle-adapter on MySQL ignores case",
    fix: "Compare key columns byte by byte, with a binary collation.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const providerAccountId = `jos\u00e9-${t.unique()}`
      const { provider } = t.account(id)
      await t.adapter.linkAccount(t.account(id, { provider, providerAccountId }))

      const others = [...lookAlikes(providerAccountId), providerAccountId.normalize("NFD")]
      for (const other of [...others, providerAccountId.replace("\u00e9", "e")]) {
        const owner = await t.adapter.getUserByAccount({ provider, providerAccountId: other })
        t.isNull(owner, `getUserByAccount with ${JSON.stringify(other)}`)
      }
      for (const other of [provider.toUpperCase(), `${provider} `]) {
        const owner = await t.adapter.getUserByAccount({ provider: other, providerAccountId })
        t.isNull(owner, `getUserByAccount at ${JSON.stringify(other)}`)
      }
      t.row(await t.adapter.getUserByAccount({ provider, providerAccountId }), { id }, "the id itself")
    },
  },
  {
    id: "keys/ids-that-differ-by-case",
    level: "must",
    clause: "SEC-C1",
    also: ["SEC-J10"],
    guarantees: ["similar_keys"],
    title: "Two ids at a provider that differ only in case are accounts of two users",
    harm: "The second user cannot sign up, or is signed in as the first.",
    async run(t) {
      const providerAccountId = `Ab${t.unique()}`
      for (const text of [
        providerAccountId,
        providerAccountId.toUpperCase(),
        providerAccountId.toLowerCase(),
      ]) {
        const { id } = await t.adapter.createUser(t.user())
        const account = t.account(id, { providerAccountId: text })
        t.rowOrNothing(await t.adapter.linkAccount(account), account, "what linkAccount returned")
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, `the owner of ${text}`)
      }
    },
  },
]
