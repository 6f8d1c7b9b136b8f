import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import { foreignAdapter } from "./foreign-adapter.ts"
import { foreignSqlAdapter } from "./foreign-sql-adapter.ts"

type Operation = (...args: unknown[]) => unknown

export const eachOperation = (
  adapter: object,
  change: (operation: Operation, name: string) => Operation,
): object =>
  Object.fromEntries(
    Object.entries(adapter).map(([name, operation]) => [name, change(operation as Operation, name)]),
  )

const withoutPrototype = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(withoutPrototype)
  const members = Object.entries(value).map(([name, member]) => [name, withoutPrototype(member)])
  return Object.assign(Object.create(null), Object.fromEntries(members))
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await null
}

/** Correct adapters that differ in details that the contract does not define. */
export const carefulAdapters: Readonly<Record<string, () => object | Promise<object>>> = {
  "over maps": foreignAdapter,

  "in plain SQL": foreignSqlAdapter,

  "with rows that have no prototype, null instead of undefined, and errors of another kind": () =>
    eachOperation(foreignAdapter(), (operation) => async (...args) => {
      try {
        return withoutPrototype((await operation(...args)) ?? null)
      } catch {
        throw new RangeError("refused")
      }
    }),

  "with slow results": () => {
    const random = seededRandom("slow results")
    return eachOperation(foreignAdapter(), (operation) => async (...args) => {
      await turns(random() * 8)
      const answer = await operation(...args)
      await turns(random() * 8)
      return answer
    })
  },

  "with one call at a time": () => {
    let last: Promise<unknown> = Promise.resolve()
    return eachOperation(foreignAdapter(), (operation) => (...args) => {
      const answer = last.then(() => operation(...args))
      last = answer.catch(() => undefined)
      return answer
    })
  },
}
