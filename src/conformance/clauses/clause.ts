/** Something that an adapter is held to, in our own words. */
export type Clause = {
  readonly id: string
  readonly says: string
  /** Why no case can prove it, where none can. */
  readonly outside?: string
}

/** Clauses of one origin. */
export type Chapter = { readonly title: string; readonly about: string; readonly clauses: readonly Clause[] }
