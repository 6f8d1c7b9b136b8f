import { join } from "node:path"
import type { SqlAdapter } from "../../../../src/contract/adapter.ts"
import { migrate } from "../../../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../../../src/stores/sql/sql-adapter.ts"
import type { OpenClient, OpenOptions, SqliteClient } from "../clients/client.ts"
import type { Kind } from "../clients/registry.ts"

/** A check for every client of some kinds. */
export type Check = {
  readonly on: readonly Kind[]
  run(bench: Bench): Promise<void>
}

export type Checks = Readonly<Record<string, Check>>

export type Bench = {
  readonly client: SqliteClient
  readonly kind: Kind
  /** The name of a database that does not exist yet. */
  file(): string
}

export const everywhere: readonly Kind[] = ["connection", "serial", "pool", "memory", "server"]
export const local: readonly Kind[] = ["connection", "serial", "pool", "memory"]
export const files: readonly Kind[] = ["connection", "serial", "pool"]

export function createBench(client: SqliteClient, kind: Kind, folder: string): Bench {
  let count = 0
  return { client, kind, file: () => join(folder, `${++count}.db`) }
}

/** A client on a new database with its tables. */
export async function openMigrated(
  { client, file }: Bench,
  options?: SqlOptions,
  how?: OpenOptions,
): Promise<OpenClient & { readonly file: string; readonly made: SqlAdapter }> {
  const name = file()
  const open = await client.open(name, how)
  const made = open.adapter(options)
  await migrate(made)
  return { ...open, file: name, made }
}
