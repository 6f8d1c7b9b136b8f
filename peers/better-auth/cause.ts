import { ofCases, type Cause as SomeCause } from "../fits.ts"

/** Who can prevent a failure. */
export type Culprit = "adapter" | "fallback" | "Better Auth"

export type Cause = SomeCause & {
  readonly by: Culprit
  /** What somebody sees who uses the site or reads its logs. */
  readonly seen: string
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
