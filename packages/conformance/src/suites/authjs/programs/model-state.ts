import type { Names, Step, UserFields } from "./program-step.ts"

export type Table<Row> = Readonly<Record<string, Row>>

/** Everything that a caller can observe according to the contract. Users are identified by their label. */
export type ModelState = {
  readonly users: Table<Required<UserFields>>
  readonly accounts: Table<{ readonly user: string; readonly provider: string; readonly id: string }>
  readonly sessions: Table<{ readonly user: string; readonly token: string; readonly expires: Date }>
  readonly tokens: Table<{ readonly identifier: string; readonly token: string }>
  readonly passkeys: Table<{ readonly user: string; readonly credential: string; readonly counter: number }>
}

export const emptyState: ModelState = { users: {}, accounts: {}, sessions: {}, tokens: {}, passkeys: {} }

/** The expected answer of a call. `unspecified`: the contract does not define it. */
export type Answer =
  | { readonly is: "row" | "row or nothing"; readonly row: object }
  | { readonly is: "rows"; readonly rows: readonly object[] }
  | { readonly is: "nothing" | "error" | "unspecified" }

/** The state after a call, and the expected answer of the call. */
export type Transition = { readonly state: ModelState; readonly answer: Answer }

type Of<Op extends Step["op"]> = Extract<Step, { readonly op: Op }>
/** The rule of each operation. It returns `undefined` if the call makes no sense in the state. */
export type Rules = {
  readonly [Op in Step["op"]]: (
    state: ModelState,
    step: Of<Op>,
    names: Names<string>,
  ) => Transition | undefined
}

export const answerRow = (state: ModelState, answerRow: object): Transition => ({
  state,
  answer: { is: "row", row: answerRow },
})
export const answerRowOrNothing = (state: ModelState, row: object): Transition => ({
  state,
  answer: { is: "row or nothing", row },
})
export const answerNothing = (state: ModelState): Transition => ({ state, answer: { is: "nothing" } })
export const answerError = (state: ModelState): Transition => ({ state, answer: { is: "error" } })
export const answerUnspecified = (state: ModelState): Transition => ({ state, answer: { is: "unspecified" } })

export const toKey = (...parts: readonly string[]): string => JSON.stringify(parts)

export const without = <Row>(table: Table<Row>, key: string): Table<Row> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== key))

export const where = <Row>(table: Table<Row>, keep: (row: Row) => boolean): Table<Row> =>
  Object.fromEntries(Object.entries(table).filter(([, row]) => keep(row)))

export const pickDefined = (fields: UserFields): UserFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
