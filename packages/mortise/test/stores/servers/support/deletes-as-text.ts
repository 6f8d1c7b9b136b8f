/** Watches what clients send to MySQL or MariaDB for `DELETE … RETURNING`. */
export type WireWatch = {
  onSent(data: Buffer): void
  /** Such statements that were sent as text: on Galera, they return one row to several callers. */
  found(): readonly string[]
  /** How many such statements were prepared. */
  prepared(): number
}

const [asText, asPrepared] = [0x03, 0x16]
const isDelete = /^DELETE\b.*\bRETURNING\b/is

export function deletesAsText(): WireWatch {
  const found: string[] = []
  let prepared = 0
  return {
    onSent(data) {
      // A packet starts with three bytes for its length and one for its number. A client may send several at once.
      for (let at = 0; at + 5 <= data.length; at += 4 + data.readUIntLE(at, 3)) {
        const text = data.toString("utf8", at + 5, at + 4 + data.readUIntLE(at, 3))
        if (!isDelete.test(text)) continue
        if (data[at + 4] === asText) found.push(text)
        if (data[at + 4] === asPrepared) prepared++
      }
    },
    found: () => found,
    prepared: () => prepared,
  }
}
