import type { User } from "./types.ts"

/** Whether the user is suspended: the field `suspendedAt`, which the application declares, holds a value. */
export const isSuspended = (user: User): boolean =>
  ((user as { readonly suspendedAt?: unknown }).suspendedAt ?? null) !== null
