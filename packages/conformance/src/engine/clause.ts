/** One requirement on an adapter, in the words of this project. */
export type Clause = {
  readonly id: string
  readonly says: string
  /** Why no case can prove it; `undefined` if a case does. */
  readonly outside?: string
}

/** The clauses of one origin. */
export type Chapter = { readonly title: string; readonly about: string; readonly clauses: readonly Clause[] }
