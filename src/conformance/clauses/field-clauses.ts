import type { Chapter } from "./clause.ts"

const says = [
  "Operations are own, enumerable and free of `this`.",
  "Spreading and overriding works.",
  "Dates in and out, to the millisecond, in three time zones.",
  "Of many concurrent uses of a token one succeeds.",
  "A use with the wrong address leaves the token.",
  "An expired token is spent and not usable.",
  "Deleting what is not there is no error.",
  "Updating a session that is not there is null and inserts nothing.",
  "A deletion against an update.",
  "An expired session is null and gone.",
  "Of many concurrent sign-ups with one address one succeeds.",
  "Addresses by case and by form of Unicode.",
  "A change of address frees the old one.",
  "Unlinking removes every index.",
  "Deleting a user takes sessions, accounts, passkeys and tokens along.",
  "A malformed id is null.",
  "Unknown keys of an account survive or are dropped.",
  "token_type in lower case.",
  "Undefined and null are told apart.",
  "Very long tokens.",
  "Unicode and quotes in names.",
  "Linking an account of another user is a conflict.",
  "A counter never goes down, and may be zero.",
  "The passkeys of an unknown user are [].",
  "An outage is an error, not null.",
  "No secrets in logs and errors.",
]

export const fieldClauses: Chapter = {
  title: "Evidence from the field",
  about: "What users of such adapters reported, as vectors to test.",
  clauses: says.map((text, nth) => ({ id: `vector ${nth + 1}`, says: text })),
}
