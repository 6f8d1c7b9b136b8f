import type { Schema } from "../../contract/schema.ts"
import type { Layout } from "./layout.ts"
import type { Requests } from "./requests.ts"

/** What every verb works with. */
export type DynamodbParts = {
  readonly schema: Schema
  readonly layout: Layout
  readonly requests: Requests
  /** Called when rows of a removed user could not be deleted. */
  readonly onWarning: (message: string) => void
}
