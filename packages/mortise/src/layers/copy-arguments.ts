import { type OwnData, ownData } from "../shared/own-data.ts"
import { toTime } from "../shared/utc-text.ts"

const maxDepth = 16

/** Copies the arguments of a call that has to wait, because the caller may change them meanwhile. */
export const copyArguments = (args: readonly unknown[]): unknown[] =>
  args.map((argument) => copyValue(argument, 0))

/**
 * A copy of the row in an argument as it is at the call; `undefined` for anything but an object. The caller may change
 * the argument while one half is asked, before the other half reads it.
 */
export function ownCopy(row: unknown): OwnData | undefined {
  const data = ownData(row)
  return data && copyMembers(data, 0)
}

const copyMembers = (data: OwnData, depth: number): OwnData =>
  Object.fromEntries(Object.entries(data).map(([name, member]) => [name, copyValue(member, depth)]))

/** Values that no field accepts are left as they are: the store refuses them. */
function copyValue(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > maxDepth) return value
  const time = toTime(value)
  if (!Number.isNaN(time)) return new Date(time)
  try {
    if (Array.isArray(value)) return value.map((member) => copyValue(member, depth + 1))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value
    return copyMembers(ownData(value) ?? {}, depth + 1)
  } catch {
    // A proxy.
    return value
  }
}
