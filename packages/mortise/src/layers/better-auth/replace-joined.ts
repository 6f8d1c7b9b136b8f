import type { AuthRow, Input } from "./auth-database.ts"

/** What replaces the rows of a model, by Better Auth's own name of it. */
type Replacement = { readonly model: string; replaceRows(rows: unknown): Promise<unknown> }

/** Replaces the rows of joined models, which are in the result by the caller's name or Better Auth's own. */
export async function replaceJoined(
  result: unknown,
  join: Input["join"] = {},
  find: (name: string) => Replacement | undefined,
): Promise<unknown> {
  const names = Object.keys(join).filter(find)
  if (names.length === 0) return result
  if (Array.isArray(result)) return Promise.all(result.map((row) => replaceJoined(row, join, find)))
  const replaced: Record<string, unknown> = { ...(result as AuthRow | null) }
  for (const name of names) {
    const { model, replaceRows } = find(name) as Replacement
    for (const member of new Set([name, model]))
      if (member in replaced) replaced[member] = await replaceRows(replaced[member])
  }
  return result && replaced
}
