const shortestText = 5

/**
 * What an adapter of another make threw, as a cause that can be logged: drivers like to quote their arguments,
 * so everything that was handed in is taken out, and so are the fields in which they keep more of it.
 */
export function redactError(thrown: unknown, args: readonly unknown[]): Error {
  const argumentTexts = textsIn(args, 3)
    .filter((text) => text.length >= shortestText)
    .sort((a, b) => b.length - a.length)
  const clean = (text: string): string =>
    argumentTexts.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
  const source = thrown instanceof Error ? thrown : new Error(String(thrown))
  const copy = new Error(clean(source.message))
  copy.name = clean(source.name)
  copy.stack = clean(source.stack ?? "")
  const { code } = source as { code?: unknown }
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? Object.assign(copy, { code }) : copy
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || depth === 0) return []
  return Object.values(value).flatMap((each) => textsIn(each, depth - 1))
}
