/** Whether the user is suspended: the field `suspendedAt`, which the application declares, holds a value. */
export const isSuspended = (user: object): boolean =>
  ((user as { readonly suspendedAt?: unknown }).suspendedAt ?? null) !== null
