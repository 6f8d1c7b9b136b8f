import { Client } from "pg"
import { tables, wrongRows } from "./audit.ts"
import type { Audit } from "./cluster.ts"

/** Rows as arrays. */
export async function ask(connectionString: string, text: string): Promise<unknown[][]> {
  const client = new Client({ connectionString })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: "array" })).rows
  } finally {
    await client.end()
  }
}

/** What is stored on a PostgreSQL server. */
export async function auditPostgres(url: string): Promise<Audit> {
  const hashes = tables.map(
    (table) => `(SELECT md5(string_agg(r::text, ',' ORDER BY r::text)) FROM ${table} r)`,
  )
  const [[orphans, duplicates] = []] = await ask(url, wrongRows('"userId"'))
  return {
    fingerprint: String(await ask(url, `SELECT ${hashes.join(", ")}`)),
    orphans: Number(orphans),
    duplicates: Number(duplicates),
  }
}
