/** The outcome of a case. */
export type Outcome = {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly error?: { readonly expected: string; readonly received: string }
}

/** Whether a failure has a property. `name` is that of the adapter and its store, such as `kysely-on-sqlite`. */
export type Fits = (outcome: Outcome, name: string) => boolean

/** One property of an adapter or its tables that makes several cases fail, even cases that check another property. */
export type Cause = {
  readonly title: string
  /** Whether cases that start races fail only because of these. If it is absent, a cause that breaks other cases needs none. */
  readonly needsRaces?: boolean
  readonly fits: Fits
}

/** Cases by id, or by the start of the id if it ends with `/` or `-`. */
export const ofCases =
  (...ids: readonly string[]): Fits =>
  ({ id }) =>
    ids.some((known) => (/[/-]$/.test(known) ? id.startsWith(known) : id === known))

/** Adapters by name. */
export const isOf =
  (...adapters: readonly string[]): Fits =>
  (_, name) =>
    adapters.some((adapter) => name.startsWith(`${adapter}-on-`))

/** A store by name. */
export const isOn =
  (store: string): Fits =>
  (_, name) =>
    name.endsWith(`-on-${store}`)

/** What was expected, by its text. */
export const expected =
  (text: RegExp): Fits =>
  ({ error }) =>
    text.test(error?.expected ?? "")

/** Answers by their text. */
export const received =
  (text: RegExp): Fits =>
  ({ error }) =>
    text.test(error?.received ?? "")

/** Every one of these fits. */
export const all =
  (...parts: readonly Fits[]): Fits =>
  (outcome, name) =>
    parts.every((fits) => fits(outcome, name))

/** At least one of these fits. */
export const anyOf =
  (...parts: readonly Fits[]): Fits =>
  (outcome, name) =>
    parts.some((fits) => fits(outcome, name))
