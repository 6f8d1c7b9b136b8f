import { closestName } from "../shared/closest-name.ts"

/** ` Did you mean --port?`, or nothing. */
export function suggestion(typed: string, known: readonly string[]): string {
  const match = closestName(typed, known)
  return match === undefined ? "" : ` Did you mean ${match}?`
}
