import type { ActionName, UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"

/** An action on a user that the page confirms first. */
export type UserAction = {
  readonly action: ActionName
  /** The label of the button and of the confirmation. */
  readonly verb: string
  readonly question: string
  /** What will happen. */
  readonly effect: string
  /** What has happened, with the number of changed rows. */
  readonly result: (changed: number) => string
  /** The row, for an action on one row. */
  readonly handle?: string
}

const sessionsOf = ({ sessions }: UserDetails): string =>
  "value" in sessions ? `${sessions.value} live sessions` : "all live sessions"

export const signOutEverywhere = (details: UserDetails): UserAction => ({
  action: "sign-out-everywhere",
  verb: "Sign out everywhere",
  question: "Sign the user out everywhere?",
  effect: `This revokes ${sessionsOf(details)} and the tokens of mortise/auth. Tokens of Auth.js have no record and stay valid until they expire.`,
  result: (changed) => `Sessions revoked: ${changed}.`,
})

export const suspendUser = (details: UserDetails): UserAction => ({
  action: "suspend-user",
  verb: "Suspend",
  question: "Suspend the user?",
  effect: `This sets suspendedAt and revokes ${sessionsOf(details)}. mortise/auth then refuses every sign-in. With Auth.js, the callback signIn of the application must check suspendedAt.`,
  result: (changed) => `The user is suspended. Sessions revoked: ${changed}.`,
})

export const resumeUser = (): UserAction => ({
  action: "resume-user",
  verb: "Resume",
  question: "Let the user sign in again?",
  effect: "This clears suspendedAt. Earlier sessions stay revoked.",
  result: () => "The user can sign in again.",
})

export const unlinkAccount = (handle: string, provider: string): UserAction => ({
  action: "unlink-account",
  verb: "Unlink",
  question: "Unlink the account?",
  effect: `The user can no longer sign in with ${provider}. Live sessions stay valid.`,
  result: () => "The account is unlinked.",
  handle,
})

export const removePasskey = (handle: string): UserAction => ({
  action: "remove-passkey",
  verb: "Remove",
  question: "Remove the passkey?",
  effect: "The user can no longer sign in with this passkey. Live sessions stay valid.",
  result: () => "The passkey is removed.",
  handle,
})
