import type {
  ActionName,
  ActionResult,
  Overview,
  UserDetails,
} from "../../../mortise/src/cli/studio/api-types.ts"
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

function describeRevocation({ changed, left, note = "" }: ActionResult): string {
  const ended = `${formatCount(changed, "session")} revoked`
  return left === 0 ? `${ended}. ${note}` : `Stopped. ${ended}, ${left.toLocaleString("en")} left. ${note}`
}

export const signOutEverywhere = (details: UserDetails, { isBetterAuth, note }: Overview): UserAction => ({
  action: "sign-out-everywhere",
  verb: "Sign out everywhere",
  question: `Sign ${formatUserName(details)} out everywhere?`,
  effect: `This revokes ${describeSessions(details)}${isBetterAuth ? "" : ", and tokens of mortise/auth"}. ${note}`,
  result: describeRevocation,
})

export const suspendUser = (details: UserDetails, { isBetterAuth, note }: Overview): UserAction => ({
  action: "suspend-user",
  verb: "Suspend",
  question: `Suspend ${formatUserName(details)}?`,
  effect: isBetterAuth
    ? `This sets the ban of the plugin admin, without an end, and revokes ${describeSessions(details)}. ${note}`
    : `This sets suspendedAt and revokes ${describeSessions(details)}, and tokens of mortise/auth, which then refuses every sign-in. With Auth.js, the callback signIn of the application must check suspendedAt. ${note}`,
  result: (result) => `The user is suspended. ${describeRevocation(result)}`,
})

export const resumeUser = (details: UserDetails, { isBetterAuth }: Overview): UserAction => ({
  action: "resume-user",
  verb: "Resume",
  question: `Let ${formatUserName(details)} sign in again?`,
  effect: `This ${isBetterAuth ? "lifts the ban" : "clears suspendedAt"}. Earlier sessions stay revoked.`,
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
