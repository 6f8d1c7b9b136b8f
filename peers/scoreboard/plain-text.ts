const mostCharacters = 300
const yearMs = 366 * 86_400_000

/** Random and local parts of a message, and what stands for them. */
const parts: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  // Ids that a store or a library generates: letters and digits, at least one of each.
  [/(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{20,}/g, "<key>"],
  // The suite's own unique texts, inside a longer one or cut off.
  [/[0-9a-f]{16}[0-9a-z]{0,5}/g, "<key>"],
  [/\bmortise_\d+_[0-9a-z]+_\d+\b/g, "<database>"],
  [/\b(127\.0\.0\.1|localhost):\d+/g, "$1:<port>"],
  [/(?<=^|[\s"'(`:])(?:\/[\w.@+-]+){2,}\//g, ""],
  [/\b[\d.]+ (?=seconds|later calls|earlier cases)/g, "… "],
]

/** A message without paths, and without values that differ from run to run, cut to some hundred characters. */
export function plainText(text: string, now = Date.now()): string {
  const isNear = (time: number) => Math.abs(time - now) < yearMs
  const dated = text
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, (date, fraction: string | undefined) => {
      if (!isNear(Date.parse(date))) return date
      // Whether milliseconds are kept is often the point.
      return fraction === undefined || /^\.0+$/.test(fraction) ? "<date without milliseconds>" : "<date>"
    })
    .replace(/\b\d{13}\b/g, (time) => (isNear(Number(time)) ? "<time>" : time))
  const plain = parts.reduce((result, [pattern, by]) => result.replace(pattern, by), dated)
  return plain.length > mostCharacters ? `${plain.slice(0, mostCharacters)}…` : plain
}
