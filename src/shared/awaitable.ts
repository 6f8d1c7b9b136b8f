/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>

/** Calls `next` at once for a value, later for a promise: a store in this process costs no extra turn of the event loop. */
export const andThen = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)
