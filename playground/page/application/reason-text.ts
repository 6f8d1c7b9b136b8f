const texts: Readonly<Record<string, string>> = {
  unavailable: "The store is down, so the request failed with status 503. Restart the store and try again.",
  unreachable: "The playground does not respond. Start it again with npm start.",
  Verification: "The link was used before or has expired. Ask for a new one.",
  Configuration:
    "Auth.js reports an error of the store or the configuration. The operations show which call failed.",
  OAuthAccountNotLinked:
    "The email address belongs to a user who signed in with another method. Use that method.",
  OAuthCallbackError: "The OpenID provider refused the sign-in, or you cancelled it.",
  access_denied: "The OpenID provider refused the sign-in, or you cancelled it.",
  NotAllowedError: "No passkey was used. Create one first, or try again and confirm it on your device.",
  InvalidStateError: "This device has a passkey of this user already. Sign in with it.",
  unsupported: "This browser has no passkeys. Use the link or OpenID.",
}

/** What a person can do about a failed sign-in. */
export const reasonText = (reason: string): string =>
  texts[reason] ?? `The sign-in failed with the reason "${reason}". Try again.`
