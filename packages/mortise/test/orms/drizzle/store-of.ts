import type { Adapter } from "../../../src/index.ts"
import { type DrizzleClient, drizzleAdapter } from "../../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import type { Databases } from "../support/databases.ts"
import type { OrmStore } from "../support/orm-store.ts"

/** A database or a transaction of Drizzle, in the form that all drivers and both majors have. */
export type Drizzle = DrizzleClient & {
  transaction<T>(work: (transaction: Drizzle) => Promise<T>): Promise<T>
}

/** A database of Drizzle, and how to close its client. */
export type OpenDrizzle = { readonly db: Drizzle; close(): unknown }

/** Drizzle on one client, as it is tested. */
export const storeOf = (
  name: string,
  databases: Databases,
  connect: (url: string, connections?: number) => OpenDrizzle,
): OrmStore => ({
  name,
  databases,
  async open(url, connections) {
    const { db, close } = connect(url, connections)
    return {
      adapter: (options) => drizzleAdapter(db, options),
      transaction: (work) =>
        db.transaction((transaction) =>
          work({
            adapter: drizzleAdapter(transaction),
            again: () => drizzleAdapter(transaction),
            nested: <T>(inside: (joined: Adapter) => Promise<T>) =>
              transaction.transaction((nested) => inside(drizzleAdapter(nested))),
          }),
        ),
      close: async () => close(),
    }
  },
})
