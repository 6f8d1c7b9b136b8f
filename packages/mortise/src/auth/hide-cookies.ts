type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>

/**
 * Wraps a group of public functions, so that the cookies of their results do not serialize: they hold session tokens
 * that scripts must not read, and an application may send a whole result, as `Response.json` or a page of SvelteKit does.
 */
export function hideCookies<T extends object>(group: T): T {
  const wrapped = Object.entries(group as Functions).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const result = run(...args)
      return result instanceof Promise ? result.then(hide) : hide(result)
    },
  ])
  return Object.fromEntries(wrapped)
}

const toJSON = (): undefined => undefined

function hide(result: unknown): unknown {
  const { cookies } = (result ?? {}) as { cookies?: unknown }
  if (!Array.isArray(cookies)) return result
  // The list itself too, because a caller may copy it into an object of its own.
  Object.defineProperty(cookies, "toJSON", { value: toJSON })
  return Object.defineProperty(result, "cookies", { enumerable: false })
}
