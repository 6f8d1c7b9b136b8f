import type { Schema } from "../../contract/schema.ts"
import type { RedisConnection } from "./connection/connection.ts"
import type { Keys } from "./rows/keys.ts"

/** What every verb works with. */
export type RedisParts = {
  readonly schema: Schema
  readonly keys: Keys
  readonly connection: RedisConnection
  /** Called when rows of a removed user could not be deleted. */
  readonly onWarning: (message: string) => void
}
