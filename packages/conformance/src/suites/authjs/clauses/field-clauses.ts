import type { Chapter } from "../../../engine/clause.ts"

const says = [
  "Operations are own, enumerable properties and do not use `this`.",
  "The adapter can be spread and its operations overridden.",
  "Dates are stored and returned to the millisecond, in three time zones.",
  "Of many concurrent uses of a token, one succeeds.",
  "A use with the wrong address does not delete the token.",
  "An expired token is deleted and cannot be used.",
  "Deleting a row that does not exist does not throw.",
  "Updating a session that does not exist returns null and inserts nothing.",
  "A deletion and an update at the same time.",
  "An expired session returns null and is deleted.",
  "Of many concurrent sign-ups with one address, one succeeds.",
  "Addresses that differ in case or in Unicode form are the same.",
  "A change of address frees the old address.",
  "Unlinking removes all index entries of the account.",
  "Deleting a user deletes their sessions, accounts, passkeys and tokens.",
  "A lookup by a malformed id returns null.",
  "Unknown fields of an account are stored or dropped.",
  "token_type is stored in lower case.",
  "Undefined leaves a field unchanged, and null clears it.",
  "Very long tokens are stored completely.",
  "Names may contain Unicode characters and quotes.",
  "Linking an account of another user is a conflict.",
  "A counter never decreases, and may be zero.",
  "The list of passkeys of an unknown user is [].",
  "An outage throws, and does not return null.",
  "Logs and errors contain no secrets.",
]

export const fieldClauses: Chapter = {
  title: "Evidence from the field",
  about: "Problems that users of such adapters reported, as test vectors.",
  clauses: says.map((text, index) => ({ id: `vector ${index + 1}`, says: text })),
}
