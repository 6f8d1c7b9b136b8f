/** The values that `{name}` took, or undefined when the path does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const body = pattern.replace(/[.+]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^/]+?)")
  // Without an ending, a pattern means the module of that name or the folder of that name.
  const end = pattern.endsWith(".ts") ? "$" : pattern === "" || pattern.endsWith("/") ? "" : "(?:\\.ts$|/)"
  const match = new RegExp(`^${body}${end}`).exec(path)
  return match ? { ...match.groups } : undefined
}

/** Puts the values of one match into another pattern. */
export function fillPattern(pattern: string, names: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (hole, name: string) => names[name] ?? hole)
}
