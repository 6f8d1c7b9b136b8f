import type { Names, Step, UserFields } from "./step.ts"

export type Table<Row> = Readonly<Record<string, Row>>

/** All that the contract lets a caller see, with users by their label. */
export type World = {
  readonly users: Table<Required<UserFields>>
  readonly accounts: Table<{ readonly user: string; readonly provider: string; readonly id: string }>
  readonly sessions: Table<{ readonly user: string; readonly token: string; readonly expires: Date }>
  readonly tokens: Table<{ readonly identifier: string; readonly token: string }>
  readonly passkeys: Table<{ readonly user: string; readonly credential: string; readonly counter: number }>
}

export const emptyWorld: World = { users: {}, accounts: {}, sessions: {}, tokens: {}, passkeys: {} }

/** What a call must answer. Where the contract lets an answer be left out or says nothing, so does this. */
export type Answer =
  | { readonly is: "row" | "row or nothing"; readonly row: object }
  | { readonly is: "rows"; readonly rows: readonly object[] }
  | { readonly is: "nothing" | "error" | "open" }

/** The world after a call, and what the call must answer. */
export type Outcome = { readonly world: World; readonly answer: Answer }

type Of<Op extends Step["op"]> = Extract<Step, { readonly op: Op }>
/** What the contract says of each operation; `undefined` where a call makes no sense. */
export type Rules = {
  readonly [Op in Step["op"]]: (world: World, step: Of<Op>, names: Names<string>) => Outcome | undefined
}

export const row = (world: World, row: object): Outcome => ({ world, answer: { is: "row", row } })
export const rowOrNothing = (world: World, row: object): Outcome => ({
  world,
  answer: { is: "row or nothing", row },
})
export const nothing = (world: World): Outcome => ({ world, answer: { is: "nothing" } })
export const error = (world: World): Outcome => ({ world, answer: { is: "error" } })
export const open = (world: World): Outcome => ({ world, answer: { is: "open" } })

export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)

export const without = <Row>(table: Table<Row>, key: string): Table<Row> =>
  Object.fromEntries(Object.entries(table).filter(([each]) => each !== key))

export const where = <Row>(table: Table<Row>, keep: (row: Row) => boolean): Table<Row> =>
  Object.fromEntries(Object.entries(table).filter(([, row]) => keep(row)))

export const defined = (fields: UserFields): UserFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
