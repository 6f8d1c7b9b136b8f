/** A statement on about one line: lists of columns and values, and the text of a Lua script, are left out. */
export function shortStatement(statement: string): string {
  if (statement.startsWith("EVALSHA ")) return statement.replace(/\n.*/s, "")
  return statement
    .replace(/\s+/g, " ")
    .replace(/^(select) .+? (from) /i, "$1 … $2 ")
    .replace(/ (returning) .+$/i, " $1 …")
    .replace(/^(insert into \S+) \(.+?\) (values|select) .+?( on conflict| returning|$)/i, "$1 (…) $2 (…)$3")
    .trim()
}
