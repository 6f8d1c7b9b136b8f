/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with a value at once, with a promise's when it comes: a store in this process costs no extra turn. */
export const andThen = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)
