import { pause } from "../mutants/mutant.ts"
import { eachOperation } from "./careful-adapters.ts"
import { foreignAdapter } from "./foreign-adapter.ts"

const withoutMilliseconds = (value: unknown): unknown => {
  if (value instanceof Date) return new Date(Math.floor(value.getTime() / 1000) * 1000)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutMilliseconds(member)]),
  )
}

/**
 * An adapter with three defects: it loses milliseconds, checks whether an address is free before it stores the user, and
 * leaves the passkeys of a deleted user behind.
 */
export const threeCausesAdapter = (): object =>
  eachOperation(
    foreignAdapter({ afterCheck: pause, keepsPasskeys: true }),
    (operation) =>
      async (...args) =>
        operation(...args.map(withoutMilliseconds)),
  )
