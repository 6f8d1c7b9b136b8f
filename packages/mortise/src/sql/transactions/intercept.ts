type Method = (...values: unknown[]) => unknown

/** Calls `around` instead of an object's method; `send` calls the method. Returns a function that restores it. */
export function intercept(
  target: object,
  name: string,
  around: (values: readonly unknown[], send: () => unknown) => unknown,
): () => void {
  const methods = target as Record<string, Method | undefined>
  const method = methods[name]
  if (!method) return () => {}
  const isOwn = Object.hasOwn(target, name)
  methods[name] = (...values) => around(values, () => method.apply(target, values))
  return () => {
    if (isOwn) methods[name] = method
    else delete methods[name]
  }
}
