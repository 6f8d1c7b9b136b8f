import type { AuthRows } from "../../better-auth/browse.ts"
import type { Fields } from "../users/people.ts"

const pageSize = 1000

/** All rows that fit the conditions; none if Better Auth's options declare no table for the model. */
export async function readAll(
  rows: AuthRows,
  model: string,
  where: Parameters<AuthRows["count"]>[1],
): Promise<Fields[]> {
  const all: Fields[] = []
  if (!rows.models.includes(model)) return all
  for (let after: string | null = null; ; ) {
    const page: readonly Fields[] = await rows.page(model, { where, after, limit: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
    after = String(page.at(-1)?.["id"])
  }
}
