import type { Outcome } from "../causes.ts"

/** Who can prevent a failure. */
export type Culprit = "adapter" | "fallback" | "Better Auth"

/** What goes wrong, worst first. */
export const harms = {
  access: "Sign-ins, sessions and limits do not hold",
  others: "Rows of others are found, changed or deleted",
  secrets: "Secrets are in the logs",
  partial: "A failed request leaves rows behind",
  failing: "Requests fail or hang",
  values: "Values and searches are wrong",
} as const

type Harm = keyof typeof harms

export type Cause = {
  readonly by: Culprit
  readonly title: string
  /** What somebody sees who uses the site or reads its logs. */
  readonly seen: string
  readonly harm: Harm
  /** The file and function of the cause, in the source code of its package. */
  readonly where: string
  readonly fits: Fits
}

/** Whether a failure has a property. `name` is that of the adapter and its store, such as `kysely-on-sqlite`. */
export type Fits = (outcome: Outcome, name: string) => boolean

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

/** Cases that need transactions. */
export const undone = ofCases(
  "transactions/",
  "oauth/failed-sign-up",
  "sign-ups/failed-sign-up",
  "sign-ups/hook-that-writes",
  "consume/in-transactions",
)
