import type { ErrorCode } from "../../contract/errors.ts"
import type { Outcome } from "../outcome.ts"

/**
 * What a record can be about: the id of a user, an email address (including the identifier of a verification token), an
 * account, a session, a verification token, a passkey. With Better Auth, `token` is the identifier of a verification, and
 * `row` the id of a row of any model but `user`.
 */
export type AuditSubject = (typeof auditSubjects)[number]

export const auditSubjects = ["user", "email", "account", "session", "token", "passkey", "row"] as const

/** One record of `audited`. It contains no value of a row. */
export type AuditRecord = {
  /** A random id of this adapter in this process. */
  readonly writer: string
  /** Counts the records of a writer, from 1: a gap means that records were lost. */
  readonly sequence: number
  /** When the call ended, or started, in ISO 8601. In a transaction of Better Auth, it ends with the transaction. */
  readonly time: string
  /** The tenant of the adapter; absent without tenants. */
  readonly tenant?: string
  /** The function that was called. */
  readonly operation: string
  /** The model whose rows it changes; absent if there are several. */
  readonly model?: string
  /** Only with Better Auth: the fields of the condition that rows must fulfil. */
  readonly where?: readonly string[]
  /** Only with Better Auth: the fields that the call changes. */
  readonly fields?: readonly string[]
  /** How the call ended. `started`: the write is sent next; only if a failing sink refuses writes. */
  readonly outcome: Outcome | "started"
  /** The sequence of the same call's `started` record. */
  readonly start?: number
  /** The code of the error. */
  readonly code?: ErrorCode
  /** The number of rows, if the call can write several, such as `sweep` or `deleteMany`. */
  readonly rows?: number
  /** A keyed hash of each identifier that is known: the same one for the same identifier in all records. */
  readonly subjects: { readonly [S in AuditSubject]?: string }
}

/** Stores records: in a file, a queue, another database. Rejects if it cannot; resolves when they are stored. */
export type AuditSink = (records: readonly AuditRecord[]) => void | Promise<void>
