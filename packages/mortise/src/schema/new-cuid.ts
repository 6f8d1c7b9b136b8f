const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
const randomLength = 16
// The largest multiple of 36 in a byte: larger bytes would make some characters more likely.
const limit = 252

/**
 * An id in the format of Prisma's `cuid()`: `c` and 24 characters of base 36. The first 8 are the time, so that new ids
 * are added at one end of an index; the other 16 are random.
 */
export function newCuid(): string {
  let id = `c${Date.now().toString(36).padStart(8, "0").slice(-8)}`
  while (id.length < 9 + randomLength)
    for (const byte of crypto.getRandomValues(new Uint8Array(randomLength)))
      if (byte < limit && id.length < 9 + randomLength) id += alphabet[byte % 36]
  return id
}
