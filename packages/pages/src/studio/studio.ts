import type { Overview } from "../../../mortise/src/cli/studio/api-types.ts"

/** What every view gets. */
export type Studio = {
  readonly overview: Overview
  /** Shows a message: a result, or an error. */
  readonly notify: (text: string, tone?: "good" | "bad") => void
}

/** What a user is who may not sign in. */
export const describeSuspension = ({ overview }: Studio): string =>
  overview.isBetterAuth ? "banned" : "suspended"
