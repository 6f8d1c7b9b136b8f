import type { CallLayer } from "./call-layer.ts"

/** Hides the result's cookies. */
export const hideCookiesOfResult: CallLayer = async (next) => hideCookies(await next())

/**
 * Changes the result so that its cookies do not serialize. They hold session tokens, which scripts must not read. An
 * application may send a whole result, as `Response.json` or a SvelteKit page does.
 */
export function hideCookies<R>(result: R): R {
  if (typeof result !== "object" || result === null || !("cookies" in result)) return result
  const { cookies } = result
  if (!Array.isArray(cookies)) return result
  // The list itself too, because a caller may copy it into an object of its own.
  Object.defineProperty(cookies, "toJSON", { value: toJSON })
  return Object.defineProperty(result, "cookies", { enumerable: false })
}

const toJSON = (): undefined => undefined
