import { showCause } from "../../shared/console.ts"

const shortestText = 5

/**
 * A copy of an error from a third-party adapter that is safe to log. Drivers quote their arguments, so every argument
 * is removed from the texts, and all fields are dropped except the code.
 */
export function redactError(thrown: unknown, args: readonly unknown[]): Error {
  showCause(thrown)
  const argumentTexts = textsIn(args, 3)
    .filter((text) => text.length >= shortestText)
    .sort((a, b) => b.length - a.length)
  const clean = (text: string): string =>
    argumentTexts.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
  const source = thrown instanceof Error ? thrown : new Error(String(thrown))
  const copy = new Error(clean(source.message))
  copy.name = clean(source.name)
  copy.stack = clean(source.stack ?? "")
  // Query builders wrap the driver's error, which has the code.
  const { code = (source.cause as { code?: unknown } | undefined)?.code } = source as { code?: unknown }
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? Object.assign(copy, { code }) : copy
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || depth === 0) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth - 1))
}
