import type { Case, CaseContext } from "../../case.ts"
import type { NewToken } from "../../data.ts"
import { awkwardKeys, digests, similarTexts, spellings, uuidForms } from "../keys/similar-texts.ts"
import { tokenKey } from "../row-keys.ts"
import { inBatches } from "../scale/in-batches.ts"

const fix = "Find and delete a token in one statement that compares both parts of its key as text."

const stored = async (t: CaseContext, overrides: Partial<NewToken>): Promise<NewToken> => {
  const token = t.verificationToken(overrides)
  await t.adapter.createVerificationToken(token)
  return token
}

export const similarTokenKeys: readonly Case[] = [
  {
    id: "absent-keys/verification-tokens",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-J8", "SEC-J10", "SEC-E4"],
    title: "A verification token that only resembles a stored one finds nothing and uses up nothing",
    harm: "Tokens become much easier to guess, or a wrong guess makes the sent link useless.",
    evidence: "MySQL compares a text with a number as numbers: every token that starts with 0e equals 0",
    fix,
    async run(t) {
      for (const text of t.some(awkwardKeys(t.unique), 3)) {
        const token = await stored(t, { token: text })
        const { identifier } = token
        const similar = [
          ...similarTexts(text),
          ...spellings(text),
          ...uuidForms(text),
          ...(await digests(text)),
        ]
        await inBatches(t.some(similar, 20), async (other) => {
          const used = await t.adapter.useVerificationToken({ identifier, token: other })
          t.isNull(used, `a use with ${JSON.stringify(other)} instead of ${JSON.stringify(text)}`)
        })
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token itself")
      }
    },
  },
  {
    id: "absent-keys/identifiers",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-J8", "SEC-E4"],
    title: "The right token with an identifier that only resembles its own finds nothing and uses up nothing",
    harm: "A link sent to one mailbox signs in the owner of another, or a wrong link makes the right one useless.",
    fix,
    async run(t) {
      const token = await stored(t, { identifier: `${t.unique()}.a-b@example.com` })
      await inBatches(similarTexts(token.identifier), async (identifier) => {
        const used = await t.adapter.useVerificationToken({ ...tokenKey(token), identifier })
        t.isNull(used, `a use with ${JSON.stringify(identifier)} instead of ${token.identifier}`)
      })
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token itself")
    },
  },
  {
    id: "absent-keys/spellings-of-identifiers",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-E4"],
    title:
      "A token is used up only by a call that returns it, also when the identifier is spelled differently",
    harm: "A link that was opened with another spelling of the address makes the right link useless.",
    fix,
    async run(t) {
      const identifier = `${t.unique()}.é@example.com`
      for (const other of spellings(identifier)) {
        const token = await stored(t, { identifier })
        const used = await t.attempt(() =>
          t.adapter.useVerificationToken({ ...tokenKey(token), identifier: other }),
        )
        // An adapter may treat two spellings as one address. Then this was the only use.
        const isUsed = used.status === "fulfilled" && used.value !== null
        const again = await t.adapter.useVerificationToken(tokenKey(token))
        if (isUsed) t.isNull(again, "the second use of the token")
        else t.row(again, token, `the token itself, after a use with ${JSON.stringify(other)}`)
      }
    },
  },
]
