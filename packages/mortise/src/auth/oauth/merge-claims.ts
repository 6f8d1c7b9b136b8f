import type { Claims } from "./provider.ts"

/**
 * The claims of the id token, and over them those of userinfo. The address and its verification are taken together, from
 * one document: that which verifies its address, or else that which has one. The id token is first, because it is signed.
 */
export function mergeClaims(idToken: Claims, userinfo: Claims): Claims {
  const documents = [idToken, userinfo].filter(({ email }) => email !== undefined && email !== null)
  const { email, email_verified } =
    documents.find(({ email_verified: isVerified }) => isVerified === true) ?? documents[0] ?? {}
  return { ...idToken, ...userinfo, email, email_verified }
}
