/**
 * The seven verbs on one table. Everything that must agree is written by one transaction:
 *
 * - A row of a user is written with its pointer in the partition of the user, under the condition that the user exists.
 *   So a user's rows are all found by reading its partition, and none is added to a user that is being removed.
 * - A change is computed from what was read, and written under the condition that the version is still the same.
 * - A user is removed by replacing it with a fence. From then on, its rows are absent: see remove-user.ts.
 *
 * A lookup of an owned row reads the row, then its user. A transaction has a token, so that a repeated request is not
 * applied twice, and its answer is that of the first.
 */
import type { OpenStore } from "../../operations/store.ts"
import { createChanges } from "./change-rows.ts"
import { createUpkeep } from "./dynamodb-upkeep.ts"
import { createInsert } from "./insert-rows.ts"
import { createLayout } from "./layout.ts"
import { createLookups } from "./lookups.ts"
import type { DynamodbParts } from "./parts.ts"
import { createRemoval } from "./remove-user.ts"

/** Opens the store for a tenant, on the requests of all calls or of one call with a deadline. */
export function openDynamodb(
  { schema, requests, onWarning }: Omit<DynamodbParts, "layout">,
  tenant: string | undefined,
): OpenStore {
  const parts = { schema, requests, onWarning, layout: createLayout(schema, tenant) }
  const lookups = createLookups(parts)
  const removal = createRemoval(parts, lookups)
  const writeParts = { ...parts, lookups, removal }
  return {
    store: {
      insert: createInsert(writeParts),
      find: lookups.find,
      list: lookups.list,
      findWithUser: lookups.findWithUser,
      ...createChanges(writeParts),
      removeUser: removal.removeUser,
    },
    upkeep: createUpkeep(writeParts),
  }
}
