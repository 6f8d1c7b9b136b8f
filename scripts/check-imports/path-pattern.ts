/** The path segment that each `{name}` of the pattern stands for; undefined if the path does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const body = pattern.replace(/[.+]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^/]+?)")
  // A pattern without `.ts` or `/` at its end matches the module and the folder of that name.
  const end = pattern.endsWith(".ts") ? "$" : pattern === "" || pattern.endsWith("/") ? "" : "(?:\\.ts$|/)"
  const match = new RegExp(`^${body}${end}`).exec(path)
  return match ? { ...match.groups } : undefined
}

/** Replaces each `{name}` of a pattern by the segment that it matched elsewhere. */
export function fillPattern(pattern: string, names: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (hole, name: string) => names[name] ?? hole)
}
