// What a failed profile request or a careless conversion leaves behind. As the id of an account, it would make
// strangers share that account.
const leftovers = new Set(["", "0", "undefined", "null", "NaN", "[object Object]", "true", "false"])

/** Whether a text can be the id of an account at its provider. */
export const isProviderAccountId = (text: string): boolean =>
  // Most ids are longer, and need not be hashed for this.
  text.length > "[object Object]".length || !leftovers.has(text)
