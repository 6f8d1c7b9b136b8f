import { MortiseError } from "../../../contract/errors.ts"
import type { Bound, MessageWire, Result, Statement } from "../../driver.ts"

export type Answer = { rows: unknown[]; rowCount: number | null }
type Done = (error: Error | null | undefined, result: Result) => void

/** A query in the form that pg and compatible clients accept. */
export type Query = { text: string; values: Bound[]; rowMode: "array"; name?: string }
export type QueryTarget = {
  query(query: Query, callback: (error: Error, answer: Answer) => void): void
}

/** A notice from the server. */
export type Notice = { readonly routine?: string }

/** Whether the server stopped waiting for its standbys during the last query of a connection. */
type Waits = { wasCancelled: boolean }
const watched = Symbol("mortise waits")

/** The connection that pg passes to a query that sends its own protocol messages, as pg-cursor does. */
export type Wire = MessageWire & {
  readonly stream: { cork?(): void; uncork?(): void }
  sync(): void
  on?(event: "notice", listener: (notice: Notice) => void): unknown
  [watched]?: Waits
}

export type SubmittedQuery = {
  submit(wire: Wire): Error | null
  parseOn(sent: SubmittedQuery, wire: Wire): void
  readonly name: string
  readonly text: string
  readonly values: readonly Bound[]
  readonly rows: (string | null)[][]
  count: number
  callback: Done
  waits?: Waits
}

/**
 * Runs one statement on a connection. If the client is pg itself, the server is not asked to describe the columns of
 * each answer: they are known, and their description takes more than a quarter of the client's time.
 */
export function send(
  connection: QueryTarget,
  statement: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
  done: Done,
): void {
  if (!isPg(connection)) {
    if (corruptsValues(connection)) {
      done(binaryError(), toResult(undefined))
      return
    }
    const { text, name } = statement
    const query: Query = { text, values: values as Bound[], rowMode: "array", ...(isPrepared && { name }) }
    connection.query(query, (error, answer) => done(error, toResult(answer)))
    return
  }
  connection.query(submittedQuery(statement, values, isPrepared, done))
}

/** A query that sends its own messages when pg submits it to a connection. */
export function submittedQuery(
  statement: Pick<Statement, "text" | "name" | "parseOn">,
  values: readonly Bound[],
  isPrepared: boolean,
  callback: Done,
): SubmittedQuery {
  const query: SubmittedQuery = Object.create(submitted)
  const name = isPrepared ? statement.name : ""
  return Object.assign(query, statement, { name, values, rows: [], count: 0, callback })
}

type Pg = { query(query: SubmittedQuery): void }

// Not pg-native, which has no such connection; not pg before 8.2, whose connection differs; and not a pipelining
// client, which accepts only its own queries.
function isPg(client: unknown): client is Pg {
  const { connection, pipeline } = client as { connection?: unknown; pipeline?: boolean }
  return isWire(connection) && !pipeline
}

/** Whether pg submits queries to this connection, and not a client that only resembles it. */
export function isWire(connection: unknown): connection is Wire {
  const { bind, parsedStatements } = Object(connection) as Partial<Wire>
  return typeof bind === "function" && parsedStatements !== undefined && !("writer" in (connection as object))
}

// pg decodes binary values as text first, and cannot be asked for text by a single query.
const corruptsValues = (client: unknown): boolean => {
  const { binary, pipeline } = client as { binary?: boolean; pipeline?: boolean }
  return binary === true && pipeline === true
}

const binaryError = (): MortiseError =>
  new MortiseError(
    "invalid",
    "This pg client uses binary and pipeline together, which corrupts values: turn one of them off.",
  )

const toResult = (answer: Answer | undefined): Result => ({
  rows: (answer?.rows ?? []) as unknown[][],
  count: answer?.rowCount ?? 0,
})

/**
 * Whether the server stopped waiting for its standbys, as after `pg_cancel_backend`. It then reports success, although
 * a failover can undo the write. Only the name of the routine identifies the notice: its code is the code of every
 * warning, and its text is in the server's language.
 */
const isCancelledWait = ({ routine }: Notice): boolean => routine === "SyncRepWaitForLSN"

const unconfirmedError = (): MortiseError =>
  new MortiseError(
    "indeterminate",
    "The wait for synchronous replication was cancelled: the change was applied, but a failover can undo it. Check that it is stored before you rely on it.",
  )

function watchNotices(wire: Wire): Waits {
  const waits = { wasCancelled: false }
  wire.on?.("notice", (notice) => {
    if (isCancelledWait(notice)) waits.wasCancelled = true
  })
  return waits
}

/** The methods that pg calls on a query. Values arrive as the text that the server sends. */
const submitted = {
  submit(this: SubmittedQuery, wire: Wire): null {
    this.waits = wire[watched] ??= watchNotices(wire)
    this.waits.wasCancelled = false
    wire.stream.cork?.()
    try {
      this.parseOn(this, wire)
      wire.bind({ portal: "", statement: this.name, values: this.values.map(asText) })
      wire.execute({ portal: "" })
      wire.sync()
    } finally {
      wire.stream.uncork?.()
    }
    return null
  },
  parseOn({ name, text }: SubmittedQuery, wire: Wire): void {
    if (name === "" || wire.parsedStatements[name] === undefined) wire.parse({ text, name })
  },
  handleDataRow(this: SubmittedQuery, { fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields)
  },
  // Such as "UPDATE 1".
  handleCommandComplete(this: SubmittedQuery, { text }: { text: string }): void {
    this.count = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0
  },
  handleReadyForQuery(this: SubmittedQuery): void {
    this.callback(this.waits?.wasCancelled ? unconfirmedError() : null, this)
  },
  handleError(this: SubmittedQuery, error: Error): void {
    this.callback(error, this)
  },
}

const asText = (value: Bound): string | null => (value === null ? null : String(value))
