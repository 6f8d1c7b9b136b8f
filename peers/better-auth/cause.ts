import { ofCases, type Cause as SomeCause } from "../fits.ts"

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

export type Cause = SomeCause & {
  readonly by: Culprit
  /** What somebody sees who uses the site or reads its logs. */
  readonly seen: string
  readonly harm: Harm
  /** The file and function of the cause, in the source code of its package. */
  readonly where: string
}

/** Cases that need transactions. */
export const undone = ofCases(
  "transactions/",
  "oauth/failed-sign-up",
  "sign-ups/failed-sign-up",
  "sign-ups/hook-that-writes",
  "consume/in-transactions",
)
