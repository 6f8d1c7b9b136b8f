import { readBody } from "../../shared/read-body.ts"

/** The largest body that is read, in bytes. */
export const maxBodyBytes = 64 * 1024

/** The fields of a posted form or JSON object; `{}` for any other body, and for one of more than 64 KiB. */
export async function readFields(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBody(request, maxBodyBytes)
  if (!bytes) return {}
  const text = new TextDecoder().decode(bytes)
  if (!request.headers.get("content-type")?.toLowerCase().startsWith("application/json"))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}

/**
 * The fields of a posted form or JSON object; `{}` for any other body. A body of more than 64 KiB gives `{}` too, while
 * `formData()` and `json()` would read it into memory. The request can still be passed to other functions.
 *
 * @example
 * ```ts
 * import { postedFields } from "mortise/auth"
 *
 * const body = new URLSearchParams({ email: "ada@example.com" })
 * const request = new Request("https://app.example/sign-in", { method: "POST", body })
 * const { email } = await postedFields(request)
 * console.log(email) // ada@example.com
 * ```
 */
export const postedFields = (request: Request): Promise<Readonly<Record<string, unknown>>> =>
  readFields(request.clone())
