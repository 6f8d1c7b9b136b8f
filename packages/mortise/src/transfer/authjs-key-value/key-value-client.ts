import { throwInvalid } from "../../contract/throw-invalid.ts"

/** A storage of `unstorage`, on any of its drivers. */
type Storage = {
  getKeys(base?: string): Promise<readonly string[]>
  getItem(key: string): Promise<unknown>
}

/** A client of `ioredis`. */
type IoRedis = {
  scan(
    cursor: string,
    match: "MATCH",
    pattern: string,
    count: "COUNT",
    size: number,
  ): Promise<[cursor: string, keys: string[]]>
  mget(keys: string[]): Promise<(string | null)[]>
}

/** A client of `redis`. */
type NodeRedis = {
  scan(
    cursor: string,
    options: { MATCH: string; COUNT: number },
  ): Promise<{ readonly cursor: string; readonly keys: readonly string[] }>
  mGet(keys: string[]): Promise<readonly (string | null)[]>
}

/** A client that `authjsKeyValueStore` can read from. */
export type KeyValueClient = Storage | IoRedis | NodeRedis

/** Lists keys and reads values: JSON text, or what the client has parsed from it. */
export type KeyValueSource = {
  keys(prefix: string): Promise<readonly string[]>
  read(keys: readonly string[]): Promise<readonly unknown[]>
}

const pageSize = 1000

/** Throws for a client that cannot list all keys. */
export function openKeyValue(client: KeyValueClient): KeyValueSource {
  if ("isCluster" in client && client.isCluster)
    throwInvalid(
      "authjsKeyValueStore: a Cluster client scans one node only: pass a client of each node in turn.",
    )
  if ("getKeys" in client)
    return {
      keys: (prefix) => client.getKeys(prefix),
      read: (keys) => Promise.all(keys.map((key) => client.getItem(key))),
    }
  if ("mGet" in client)
    return {
      keys: (prefix) =>
        scanAll((cursor) => client.scan(cursor, { MATCH: startingWith(prefix), COUNT: pageSize })),
      read: async (keys) => (keys.length > 0 ? client.mGet([...keys]) : []),
    }
  if ("mget" in client)
    return {
      keys: (prefix) =>
        scanAll(async (at) => {
          const [cursor, keys] = await client.scan(at, "MATCH", startingWith(prefix), "COUNT", pageSize)
          return { cursor, keys }
        }),
      read: async (keys) => (keys.length > 0 ? client.mget([...keys]) : []),
    }
  return throwInvalid("authjsKeyValueStore: pass a client of ioredis or redis, or a storage of unstorage.")
}

/** A glob pattern in which the prefix stands for itself. */
const startingWith = (prefix: string): string => `${prefix.replace(/[\\*?[\]]/g, "\\$&")}*`

async function scanAll(
  scan: (cursor: string) => Promise<{ readonly cursor: string; readonly keys: readonly string[] }>,
): Promise<string[]> {
  const keys: string[] = []
  let cursor = "0"
  do {
    const page = await scan(cursor)
    keys.push(...page.keys)
    cursor = String(page.cursor)
  } while (cursor !== "0")
  return keys
}
