import type { ActionName, ActionResult, UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { nameOf } from "./person.tsx"
import { counted } from "./plural.ts"
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

const sessionsOf = ({ sessions }: UserDetails): string =>
  "value" in sessions ? counted(sessions.value, "live session") : "all live sessions"

const withoutRecord =
  "Tokens without a record stay valid until they expire: those of Auth.js, and of mortise/auth with revocable: false."

function revoked({ changed, left, notEnded = [] }: ActionResult): string {
  const tokens = notEnded.length === 0 ? " Tokens of mortise/auth are refused from now on." : ""
  if (left === 0) return `${counted(changed, "session")} revoked.${tokens}`
  return `Stopped. ${counted(changed, "session")} revoked, ${left.toLocaleString("en")} left.${tokens}`
}

export const signOutEverywhere = (details: UserDetails): UserAction => ({
  action: "sign-out-everywhere",
  verb: "Sign out everywhere",
  question: `Sign ${nameOf(details)} out everywhere?`,
  effect: `This revokes ${sessionsOf(details)}, and tokens of mortise/auth. ${withoutRecord}`,
  result: revoked,
})

export const suspendUser = (details: UserDetails): UserAction => ({
  action: "suspend-user",
  verb: "Suspend",
  question: `Suspend ${nameOf(details)}?`,
  effect: `This sets suspendedAt and revokes ${sessionsOf(details)}, and tokens of mortise/auth, which then refuses every sign-in. With Auth.js, the callback signIn of the application must check suspendedAt. ${withoutRecord}`,
  result: (result) => `The user is suspended. ${revoked(result)}`,
})

export const resumeUser = (details: UserDetails): UserAction => ({
  action: "resume-user",
  verb: "Resume",
  question: `Let ${nameOf(details)} sign in again?`,
  effect: "This clears suspendedAt. Earlier sessions stay revoked.",
  result: (result) =>
    result.left === 0 ? "The user can sign in again." : `The user is still suspended. ${revoked(result)}`,
})

export const unlinkAccount = (details: UserDetails, handle: string, provider: string): UserAction => ({
  action: "unlink-account",
  verb: "Unlink",
  question: `Unlink an account of ${nameOf(details)}?`,
  effect: `The user can no longer sign in with ${shortText(provider)}. Live sessions stay valid.`,
  result: () => "The account is unlinked.",
  handle,
})

export const removePasskey = (details: UserDetails, handle: string): UserAction => ({
  action: "remove-passkey",
  verb: "Remove",
  question: `Remove a passkey of ${nameOf(details)}?`,
  effect: "The user can no longer sign in with this passkey. Live sessions stay valid.",
  result: () => "The passkey is removed.",
  handle,
})
