import type { RedisConnection } from "../connection/connection.ts"

/** Names the database, with the address of each primary as it knows itself. */
export async function readPlace(connection: RedisConnection): Promise<string> {
  const primaries = await connection.primaries()
  const states = await Promise.all(primaries.map(async (ask) => String(await ask("CLIENT", "INFO"))))
  const read = (name: string) =>
    states.map((state) => new RegExp(` ${name}=(\\S+)`).exec(state)?.[1] ?? "unknown")
  return `database ${read("db")[0]} at ${read("laddr").join(", ")}`
}
