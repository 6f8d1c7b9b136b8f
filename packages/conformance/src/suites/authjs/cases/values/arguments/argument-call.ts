import type { OperationName } from "mortise"
import type { CaseContext } from "../../../case.ts"

/** One call with an object as its argument, and what must be stored after it. */
export type Prepared = {
  readonly original: object
  /** Other valid values for every field, which the caller writes into the argument. */
  readonly replaced: object
  /** The result if it matters, and the rows of both arguments; null for a row that does not exist. */
  state(result: unknown): Promise<readonly unknown[]>
  readonly asGiven: readonly (object | null)[]
  readonly asReplaced: readonly (object | null)[]
}

export type ArgumentCall = {
  readonly operation: OperationName
  prepare(t: CaseContext): Promise<Prepared>
  /** An argument as the client passes it: with undefined fields, numbers as ids and capital letters. */
  unusual(t: CaseContext): Promise<object>
}

/** Creates a user, and returns the id. */
export const newUser = async (t: CaseContext) => (await t.adapter.createUser(t.user({ name: "Bob" }))).id

/** The state before and after a call that stores a row: exactly one of the two rows exists. */
export const prepareCreation = (original: object, replaced: object) => ({
  original: { ...original },
  replaced,
  asGiven: [structuredClone(original), null],
  asReplaced: [null, structuredClone(replaced)],
})
