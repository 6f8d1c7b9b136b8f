import { ownData } from "../shared/own-data.ts"
import type { CallName } from "./calls.ts"

/** Copies the arguments of a call that has to wait, because the caller may change them meanwhile. */
export const copyArguments = (name: CallName, args: readonly unknown[]): unknown[] =>
  // The rows of a sign-up are one level deeper.
  args.map((argument) => copyValue(argument, name === "signUp" ? 2 : 1))

/** What is neither a plain object nor a date stays as it is: a store refuses most of it. */
function copyValue(value: unknown, depth: number): unknown {
  if (value instanceof Date) return new Date(value)
  const data = depth > 0 && isPlain(value) ? ownData(value) : undefined
  return data
    ? Object.fromEntries(Object.entries(data).map(([name, member]) => [name, copyValue(member, depth - 1)]))
    : value
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false
  try {
    const prototype = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === null
  } catch {
    // A proxy.
    return false
  }
}
