import type { RedisConnection } from "../connection/connection.ts"

/** Reads fields of a hash. A field that does not exist is null. */
export const readFields = (
  connection: RedisConnection,
  key: string,
  ...fields: readonly string[]
): Promise<(string | null)[]> => connection.read("HMGET", key, ...fields) as Promise<(string | null)[]>

/** A field of a hash, and its value. */
export type Pair = readonly [field: string, value: string]

/** The fields of a hash that match a glob, to be read in steps of about `count`. */
export type HashScan = { readonly key: string; readonly glob: string; readonly count: number }

/** One step of a scan from a cursor. Returns the next cursor, "0" at the end. */
export async function scanStep(
  connection: RedisConnection,
  { key, glob, count }: HashScan,
  cursor: string,
): Promise<readonly [next: string, pairs: readonly Pair[]]> {
  const reply = await connection.read("HSCAN", key, cursor, "MATCH", glob, "COUNT", String(count))
  const [next, texts] = reply as [string, string[]]
  const pairs: Pair[] = []
  for (let at = 0; at < texts.length; at += 2) pairs.push([texts[at] as string, texts[at + 1] as string])
  return [String(next), pairs]
}

/** Scans a whole hash, and yields what each step reads. A field can be in several of them. */
export async function* scanHash(
  connection: RedisConnection,
  scan: HashScan,
): AsyncGenerator<readonly Pair[]> {
  let cursor = "0"
  do {
    const [next, pairs] = await scanStep(connection, scan, cursor)
    yield pairs
    cursor = next
  } while (cursor !== "0")
}
