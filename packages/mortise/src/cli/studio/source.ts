import type {
  ActionInput,
  ActionName,
  ActionResult,
  Health,
  Overview,
  RowCount,
  SessionPage,
  UserDetails,
  UserPage,
} from "./api-types.ts"

/** What a studio shows: an adapter's store, or the tables of Better Auth. */
export type Source = {
  /** Everything but whether rows can be changed. */
  readonly overview: Omit<Overview, "isWritable">
  users(search: string, after: string | null, limit: number): Promise<UserPage>
  user(id: string): Promise<UserDetails>
  /** A page of a user's live sessions. `after` is the `next` of the page before. */
  sessions(id: string, after: string | null): Promise<SessionPage>
  count(model: string, isExact: boolean): Promise<RowCount>
  health(): Promise<Health>
  /** Whether the database answers and has tables, so that an error is about these. */
  hasReadableTables(): Promise<boolean>
  /** Absent if the rows can only be read. */
  act?(action: ActionName, input: ActionInput): Promise<ActionResult>
}
