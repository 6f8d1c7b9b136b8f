/** The cookies of a header whose names start with a prefix. */
export type FoundCookies = {
  readonly pairs: readonly (readonly [name: string, value: string])[]
  /** Whether the header may hold more of them, which were not read. */
  readonly isCut: boolean
}

/**
 * Finds cookies by their prefix, which occurs at most `limit` times in the part of the header that is read. The search
 * costs about the same for every header of one size: `split` would make thousands of texts of a header of semicolons.
 * Only spaces and tabs surround a name: `trim` would also remove characters such as U+00A0, and so accept
 * `\u00a0__Host-…`, which any sibling host can set.
 */
export function findCookies(header: string, prefix: string, limit: number): FoundCookies {
  const pairs: [string, string][] = []
  let at = header.indexOf(prefix)
  for (let count = 0; at >= 0 && count < limit; count++) {
    let next = at + prefix.length
    if (startsPair(header, at)) {
      const semicolon = header.indexOf(";", at)
      next = semicolon < 0 ? header.length : semicolon
      const equals = header.slice(at, next).indexOf("=")
      if (equals > 0)
        pairs.push([stripBlanks(header, at, at + equals), stripBlanks(header, at + equals + 1, next)])
    }
    at = header.indexOf(prefix, next)
  }
  return { pairs, isCut: at >= 0 }
}

/**
 * The positions of all values of a cookie, without a limit: creating a text for each would cost more than the search.
 * The numbers are each value's start and end in turn.
 */
export function findValues(header: string, name: string): number[] {
  const positions: number[] = []
  const prefix = `${name}=`
  for (let at = header.indexOf(prefix); at >= 0; ) {
    const semicolon = header.indexOf(";", at)
    const end = semicolon < 0 ? header.length : semicolon
    const isPair = startsPair(header, at)
    if (isPair) positions.push(at + prefix.length, end)
    at = header.indexOf(prefix, isPair ? end : at + prefix.length)
  }
  return positions
}

/** Whether only blanks are between this position and the previous semicolon. */
function startsPair(header: string, at: number): boolean {
  let before = at - 1
  while (isBlank(header, before)) before--
  return before < 0 || header[before] === ";"
}

/** A part of the header without the blanks around it. */
export function stripBlanks(header: string, from: number, to: number): string {
  let [start, end] = [from, to]
  while (start < end && isBlank(header, start)) start++
  while (start < end && isBlank(header, end - 1)) end--
  return header.slice(start, end)
}

const isBlank = (header: string, at: number): boolean => header[at] === " " || header[at] === "\t"
