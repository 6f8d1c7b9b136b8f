import { MortiseError } from "../../../../contract/errors.ts"

/** A notice of the server. */
export type Notice = { readonly routine?: string }

/**
 * Whether the server stopped waiting for its standbys, as after `pg_cancel_backend`. It then reports success, although a
 * failover can undo the write. Only the name of the routine identifies the notice: its code is that of every warning, and
 * its text is in the language of the server.
 */
export const isCancelledWait = ({ routine }: Notice): boolean => routine === "SyncRepWaitForLSN"

export const unconfirmedError = (): MortiseError =>
  new MortiseError(
    "indeterminate",
    "The wait for synchronous replication was cancelled: the change was applied, but a failover can undo it. Check that it is stored before you rely on it.",
  )
