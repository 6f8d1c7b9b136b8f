/** Values that no other case, run or process uses, because all of them may share one store. */
export type UniqueData = {
  /** A unique text of lower-case letters and digits. */
  unique(): string
  email(): string
  token(): string
  /** A date some days from now, with milliseconds that are not zero if the store guarantees them. */
  inDays(days: number): Date
}

const dayInMs = 86_400_000

/**
 * Called once per run. A random prefix separates runs and processes on a shared store, a counter separates cases.
 * `milliseconds` are those of every date: zero for stores that cut them off.
 */
export function createUniqueData(milliseconds = 123): UniqueData {
  const start = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
  let count = 0
  const unique = (): string => `${start}${(count++).toString(36).padStart(5, "0")}`
  const email = (): string => `${unique()}@example.com`
  // Contains upper and lower case, to detect stores that ignore case.
  const token = (): string => `${unique()}-${crypto.randomUUID()}-Ab`
  const inDays = (days: number): Date => {
    const date = new Date(Date.now() + days * dayInMs)
    date.setUTCMilliseconds(milliseconds)
    return date
  }
  return { unique, email, token, inDays }
}
