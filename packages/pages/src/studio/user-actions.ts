import type { ActionName, ActionResult, UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { formatUserName } from "./person.tsx"
import { formatCount } from "./plural.ts"
import { shortText } from "./value.tsx"

/** An action on a user that the page confirms first. */
export type UserAction = {
  readonly action: ActionName
  /** The label of the button and of the confirmation. */
  readonly verb: string
  /** It names the user. */
  readonly question: string
  /** What will happen. */
  readonly effect: string
  /** What has happened. */
  readonly result: (result: ActionResult) => string
  /** The row, for an action on one row. */
  readonly handle?: string
}

const describeSessions = ({ sessions }: UserDetails): string =>
  "value" in sessions ? formatCount(sessions.value, "live session") : "all live sessions"

const withoutRecord =
  "Tokens without a record stay valid until they expire: those of Auth.js, and of mortise/auth with revocable: false."

function describeRevocation({ changed, left, notEnded = [] }: ActionResult): string {
  const tokens = notEnded.length === 0 ? " Tokens of mortise/auth are refused from now on." : ""
  if (left === 0) return `${formatCount(changed, "session")} revoked.${tokens}`
  return `Stopped. ${formatCount(changed, "session")} revoked, ${left.toLocaleString("en")} left.${tokens}`
}

export const signOutEverywhere = (details: UserDetails): UserAction => ({
  action: "sign-out-everywhere",
  verb: "Sign out everywhere",
  question: `Sign ${formatUserName(details)} out everywhere?`,
  effect: `This revokes ${describeSessions(details)}, and tokens of mortise/auth. ${withoutRecord}`,
  result: describeRevocation,
})

export const suspendUser = (details: UserDetails): UserAction => ({
  action: "suspend-user",
  verb: "Suspend",
  question: `Suspend ${formatUserName(details)}?`,
  effect: `This sets suspendedAt and revokes ${describeSessions(details)}, and tokens of mortise/auth, which then refuses every sign-in. With Auth.js, the callback signIn of the application must check suspendedAt. ${withoutRecord}`,
  result: (result) => `The user is suspended. ${describeRevocation(result)}`,
})

export const resumeUser = (details: UserDetails): UserAction => ({
  action: "resume-user",
  verb: "Resume",
  question: `Let ${formatUserName(details)} sign in again?`,
  effect: "This clears suspendedAt. Earlier sessions stay revoked.",
  result: (result) =>
    result.left === 0
      ? "The user can sign in again."
      : `The user is still suspended. ${describeRevocation(result)}`,
})

export const unlinkAccount = (details: UserDetails, handle: string, provider: string): UserAction => ({
  action: "unlink-account",
  verb: "Unlink",
  question: `Unlink an account of ${formatUserName(details)}?`,
  effect: `The user can no longer sign in with ${shortText(provider)}. Live sessions stay valid.`,
  result: () => "The account is unlinked.",
  handle,
})

export const removePasskey = (details: UserDetails, handle: string): UserAction => ({
  action: "remove-passkey",
  verb: "Remove",
  question: `Remove a passkey of ${formatUserName(details)}?`,
  effect: "The user can no longer sign in with this passkey. Live sessions stay valid.",
  result: () => "The passkey is removed.",
  handle,
})
