/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>

/** Calls `next` with the value, immediately if it is not a promise: an in-process store needs no event-loop turn. */
export const andThen = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)
