import type {
  ActionInput,
  ActionName,
  ActionResult,
  Health,
  ListOptions,
  Overview,
  RowCount,
  SessionPage,
  UserDetails,
  UserPage,
} from "./api-types.ts"
import type { UserQuery } from "./user-query.ts"

/** What a studio shows: an adapter's store, or the tables of Better Auth. */
export type Source = {
  /** Everything but where the store is, and whether rows can be changed. */
  readonly overview: Omit<Overview, "place" | "isWritable">
  /** Names the database without credentials; undefined if the store does not name it. */
  readPlace(): Promise<string | undefined>
  users(query: UserQuery, after: string | null, limit: number): Promise<UserPage>
  listOptions(): Promise<ListOptions>
  user(id: string): Promise<UserDetails>
  /** A page of a user's live sessions. `after` is the `next` of the page before. */
  sessions(id: string, after: string | null): Promise<SessionPage>
  count(model: string, isExact: boolean): Promise<RowCount>
  health(): Promise<Health>
  /** Whether the database answers and has tables, so that an error is about these. */
  hasReadableTables(): Promise<boolean>
  act(action: ActionName, input: ActionInput): Promise<ActionResult>
}
