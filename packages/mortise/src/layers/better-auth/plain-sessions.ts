import { sessionReference } from "../../contract/session-token.ts"
import type { AuthAdapter, AuthRow } from "./auth-database.ts"

/** Sessions that were stored before the layer was added. */
export type PlainSessions = {
  /** Replaces the tokens of these sessions by their hashes. */
  replaceTokens(tokens: readonly string[]): Promise<ReplacedTokens>
  /** Replaces the token of a row; false if it stays as it is. */
  replaceToken(row: AuthRow, token: string): Promise<boolean>
}

export type ReplacedTokens = {
  /** Whether one of the sessions is stored, with its token or already with a hash. */
  readonly isFound: boolean
  /** The tokens that may not be replaced, because the database did not say that it wrote. */
  readonly plainTokens: ReadonlySet<string>
}

export const nothingReplaced: ReplacedTokens = { isFound: false, plainTokens: new Set() }

export function createPlainSessions(below: AuthAdapter): PlainSessions {
  const replaceToken = async (row: AuthRow, token: string): Promise<boolean> => {
    try {
      await below.update({
        model: "session",
        where: [{ field: "token", value: token }],
        // Better Auth would set the time of the update.
        update: { token: await sessionReference(token), updatedAt: row["updatedAt"] },
      })
      return true
    } catch {
      return false
    }
  }
  return {
    replaceToken,
    async replaceTokens(tokens) {
      if (tokens.length === 0) return nothingReplaced
      const references = await Promise.all(tokens.map(async (token) => sessionReference(token)))
      // By both in one statement, so that a row is found even if another process replaces its token meanwhile.
      const where = [{ field: "token", operator: "in", value: [...tokens, ...references] }]
      const rows = await below.findMany({ model: "session", where, limit: 2 * tokens.length })
      const plainTokens = new Set<string>()
      let isFound = false
      for (const row of rows as readonly AuthRow[]) {
        const token = String(row["token"])
        // Some databases ignore case: a stored hash in other letters must not pass for a plain token.
        if (tokens.includes(token) && !(await replaceToken(row, token))) plainTokens.add(token)
        isFound ||= tokens.includes(token) || references.includes(token)
      }
      return { isFound, plainTokens }
    },
  }
}
