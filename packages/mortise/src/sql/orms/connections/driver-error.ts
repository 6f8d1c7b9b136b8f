type Wrapped = {
  readonly cause?: unknown
  readonly driverError?: unknown
  readonly original?: unknown
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: unknown } }
}

/** The database client's error inside an ORM's error. Only the inner error has a code. */
export function driverError(error: unknown): unknown {
  const { cause, driverError: driver, original, meta } = Object(error) as Wrapped
  const inside = driver ?? original ?? meta?.driverAdapterError?.cause ?? cause
  return typeof inside === "object" && inside !== null ? driverError(inside) : error
}
