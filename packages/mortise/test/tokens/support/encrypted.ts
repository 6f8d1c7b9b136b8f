import { encryptedTokens } from "../../../src/layers/index.ts"

const secret = "pQ3kX9vT0mZ7bY2nL5wR8dF1gH4jC6sAeU7iO0xW3zE="

/** Stores tokens encrypted, and refuses others. */
export const encrypted = <A extends object>(adapter: A): A =>
  encryptedTokens(adapter, { keys: [{ id: "k1", secret }], existingPlaintext: "refuse" })
