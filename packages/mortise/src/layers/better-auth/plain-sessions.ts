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
  readonly hasChanged: boolean
  /** The tokens that could not be replaced, because the database did not write. */
  readonly plainTokens: ReadonlySet<string>
}

export const nothingReplaced: ReplacedTokens = { hasChanged: false, plainTokens: new Set() }

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
      const where = [{ field: "token", operator: "in", value: tokens }]
      const rows = await below.findMany({ model: "session", where, limit: tokens.length })
      const plainTokens = new Set<string>()
      let hasChanged = false
      for (const row of rows as readonly AuthRow[]) {
        const token = String(row["token"])
        // Some databases ignore case: a stored hash in other letters must not pass for a plain token.
        if (!tokens.includes(token)) continue
        hasChanged = true
        if (!(await replaceToken(row, token))) plainTokens.add(token)
      }
      return { hasChanged, plainTokens }
    },
  }
}
