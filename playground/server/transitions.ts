import type { TransitionName } from "../protocol.ts"

type Fields = Readonly<Record<string, unknown>>

/** A call that ended without an error, and what the request did before it. */
export type FinishedCall = {
  readonly operation: string
  readonly args: readonly unknown[]
  readonly answer: unknown
  /** Whether a link was used in the same request. */
  readonly usedLink: boolean
  /** Whether the row of a session was known before the call, and is past its date. */
  readonly isExpiredSession: (sessionToken: string) => boolean
}

/** The transitions of the contract's state diagram that a call has taken. */
export function listTransitions(call: FinishedCall): TransitionName[] {
  const { operation, args, answer, usedLink } = call
  const signedIn: TransitionName = usedLink ? "signInByLink" : "signIn"
  const row = (answer ?? {}) as Fields
  const isDone = typeof answer === "object" && answer !== null
  switch (operation) {
    case "createVerificationToken":
      return ["request"]
    case "useVerificationToken":
      return isDone ? ["follow"] : []
    case "createSession":
      return [signedIn]
    case "signUp": {
      const { user, session } = row as { user?: Fields; session?: Fields }
      return [...readVerification(user), ...(session ? [signedIn] : [])]
    }
    case "createUser":
      return readVerification(row)
    case "updateUser":
      return (args[0] as Fields)["emailVerified"] ? ["verify"] : []
    case "verifyEmail":
      return isDone ? ["verify"] : []
    case "updateSession":
    case "extendSession":
      return isDone ? ["extend"] : []
    case "deleteSession":
      return isDone ? ["signOut"] : []
    case "getSessionAndUser":
      return answer === null && call.isExpiredSession(String(args[0])) ? ["expire"] : []
    default:
      return []
  }
}

const readVerification = (user: Fields | undefined): TransitionName[] =>
  user?.["emailVerified"] ? ["verify"] : []
