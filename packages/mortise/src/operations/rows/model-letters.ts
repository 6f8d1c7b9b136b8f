import type { ModelName } from "../../contract/models.ts"

/** The letter that stands for a model in the names of keys. Stored rows are found by it, so it never changes. */
export const modelLetters = {
  user: "u",
  account: "a",
  session: "s",
  verificationToken: "t",
  authenticator: "c",
  slot: "k",
} as const satisfies Record<ModelName, string>
