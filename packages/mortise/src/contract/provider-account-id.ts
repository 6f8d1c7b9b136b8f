// Texts that a failed profile request or a careless conversion produces. If one of them were accepted as an id,
// unrelated people would share an account.
const leftovers = new Set(["", "0", "undefined", "null", "NaN", "[object Object]", "true", "false"])

/** Whether a text can be the id of an account at its provider. */
export const isProviderAccountId = (text: string): boolean =>
  // Most ids are longer, and need not be hashed for this.
  text.length > "[object Object]".length || !leftovers.has(text)
