const usedLink = "The link was used before or has expired. Ask for a new one."
const cancelled = "The OpenID provider refused the sign-in, or you cancelled it."
const otherMethod =
  "The email address belongs to a user who signed in with another method. Sign in with that one."

/** By the reasons of Auth.js, of `mortise/auth` and of the browser. */
const texts: Readonly<Record<string, string>> = {
  unavailable: "The store is down, so the request failed with status 503. Restart the store and try again.",
  unreachable: "The playground does not respond. Start it again with npm start.",
  Verification: usedLink,
  invalid_link: usedLink,
  expired: usedLink,
  Configuration: "Auth.js reports an error. The operations show which call failed, if any.",
  OAuthAccountNotLinked: otherMethod,
  email_taken: otherMethod,
  confirm_sign_in_method: otherMethod,
  OAuthCallbackError: cancelled,
  denied: cancelled,
  NotAllowedError: "No passkey was used. Create one first, or try again and confirm it on your device.",
  unknown_passkey: "The store does not know this passkey. Create a new one.",
  InvalidStateError: "This device already has a passkey of this user. Sign in with it.",
  unsupported: "This browser has no passkeys. Use the link or OpenID.",
}

/** What a person can do about a failed sign-in. */
export const reasonText = (reason: string): string =>
  texts[reason] ?? `The sign-in failed with the reason "${reason}". Try again.`
