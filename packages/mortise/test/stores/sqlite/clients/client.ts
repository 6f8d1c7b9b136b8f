import type { SqlAdapter } from "../../../../src/contract/adapter.ts"
import type { SqlOptions } from "../../../../src/stores/sql/sql-adapter.ts"

/** A client of SQLite as tests open it. */
export type SqliteClient = {
  /** Every file is a separate database; for memory and servers it is only a name. */
  open(file: string, options?: OpenOptions): Promise<OpenClient>
}

export type OpenOptions = {
  /** Open read-only. */
  readonly isReadOnly?: boolean
  /** Open with foreign keys off. */
  readonly withoutForeignKeys?: boolean
  /** Use one connection, so that its settings apply to every statement. */
  readonly isSingle?: boolean
}

export type OpenClient = {
  adapter(options?: SqlOptions): SqlAdapter
  /** Runs a statement of the test on the connection that the adapter uses. */
  all(text: string): Promise<unknown[][]>
  /** Opens a transaction that holds the write lock. */
  begin(): Promise<OpenTransaction>
  /** How many statements the client has prepared, if it prepares statements. */
  prepares?(): number
  close(): Promise<void>
}

export type OpenTransaction = {
  /** An adapter inside the transaction. */
  adapter(options?: SqlOptions): SqlAdapter
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** A synchronous client: one connection, on which a transaction is a state. */
export function oneConnection<
  C extends { prepare(text: string): object; exec(text: string): unknown; close(): unknown },
>(
  client: C,
  adapterOf: (client: C, options?: SqlOptions) => SqlAdapter,
  all: (client: C, text: string) => unknown,
): OpenClient {
  const adapter = (options?: SqlOptions) => adapterOf(client, options)
  const prepare = client.prepare.bind(client)
  let count = 0
  client.prepare = (text) => {
    count++
    return prepare(text)
  }
  return {
    adapter,
    prepares: () => count,
    all: async (text) => all(client, text) as unknown[][],
    async begin() {
      client.exec("BEGIN IMMEDIATE")
      return {
        adapter,
        commit: async () => void client.exec("COMMIT"),
        rollback: async () => void client.exec("ROLLBACK"),
      }
    },
    close: async () => void client.close(),
  }
}
