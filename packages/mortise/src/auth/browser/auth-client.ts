/** The functions of `@simplewebauthn/browser` (13 or newer) that are used: pass the module unchanged. */
export type WebAuthnBrowser = {
  startRegistration(options: { optionsJSON: never }): Promise<unknown>
  startAuthentication(options: { optionsJSON: never }): Promise<unknown>
}

/** The options of `authClient`. */
export type AuthClientOptions = {
  /** For passkeys: `import * as webauthn from "@simplewebauthn/browser"`. */
  readonly webauthn?: WebAuthnBrowser
  /** As `paths.base` of `createAuth`. Default: `/auth`. */
  readonly basePath?: string
}

/** The signed-in user, as the page may see it. */
export type ClientUser = {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly image: string | null
}

/** The response of a route. `message` is a sentence for the user. */
export type ClientResult<T = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly reason: string; readonly message: string }

type SignedInUser = { readonly user: ClientUser; readonly isNewUser: boolean; readonly returnTo: string }

/** What `authClient` returns. No function throws: a failure is a result too. */
export type AuthClient = {
  session(): Promise<ClientResult<{ user: ClientUser | null; expires: string | null; fresh: boolean }>>
  /** Sends a form to the route in its `action`, such as `/auth/email` or `/auth/code`. */
  submit(form: HTMLFormElement): Promise<ClientResult<Partial<SignedInUser>>>
  /** Adds a passkey to the signed-in user. A visitor signs up, under this name. */
  registerPasskey(options?: { name?: string; returnTo?: string }): Promise<ClientResult<SignedInUser>>
  signInWithPasskey(options?: { returnTo?: string }): Promise<ClientResult<SignedInUser>>
  /** Signs out. If the result has a `url`, send the user there: it is the sign-out at the provider. */
  signOut(): Promise<ClientResult<{ everywhere: boolean; url?: string }>>
}

const createFailure = (reason: string, message: string) => ({ ok: false, reason, message }) as const

/**
 * The sign-in routes as functions, for a page's scripts.
 *
 * @example
 * ```ts
 * import * as webauthn from "@simplewebauthn/browser"
 * import { authClient } from "mortise/auth/browser"
 *
 * const client = authClient({ webauthn })
 *
 * document.querySelector("#passkey")?.addEventListener("click", async () => {
 *   const result = await client.signInWithPasskey({ returnTo: "/inbox" })
 *   if (result.ok) location.assign(result.returnTo)
 *   else alert(result.message)
 * })
 * ```
 */
export function authClient({ webauthn, basePath = "/auth" }: AuthClientOptions = {}): AuthClient {
  const call = async <T>(path: string, body?: object): Promise<ClientResult<T>> => {
    const headers = { accept: "application/json", "content-type": "application/json" }
    const init = body ? { method: "POST", body: JSON.stringify(body), headers } : { headers }
    try {
      return await (await fetch(path, init)).json()
    } catch {
      return createFailure("unavailable", "The server does not respond. Please try again soon.")
    }
  }

  const ceremony = async (kind: "register" | "authenticate", asked: object, returnTo = "/") => {
    const path = `${basePath}/passkeys/${kind}`
    const begun = await call<{ options: never }>(`${path}/options`, asked)
    if (!begun.ok) return begun
    const optionsJSON = begun.options
    try {
      if (!webauthn) throw new Error("Pass `webauthn` to authClient.")
      const start = kind === "register" ? webauthn.startRegistration : webauthn.startAuthentication
      const answer = await start({ optionsJSON })
      return await call<SignedInUser>(`${path}?${new URLSearchParams({ returnTo })}`, answer as object)
    } catch (error) {
      return deviceFailure(error)
    }
  }

  return {
    session: () => call(`${basePath}/session`),
    submit: (form) => call(form.action, Object.fromEntries(new FormData(form))),
    registerPasskey: ({ name, returnTo } = {}) => ceremony("register", { name }, returnTo),
    signInWithPasskey: ({ returnTo } = {}) => ceremony("authenticate", {}, returnTo),
    signOut: () => call(`${basePath}/sign-out`, {}),
  }
}

/** The device refuses with a DOMException, which the library may wrap. */
function deviceFailure(error: unknown) {
  const { name, message } = error as Error
  if (name === "InvalidStateError")
    return createFailure("already_registered", "This device has a passkey for you already.")
  if (name === "NotAllowedError" || name === "AbortError")
    return createFailure("cancelled", "No passkey was used. Please try again, or use another sign-in method.")
  return createFailure("no_passkeys", `This browser cannot use a passkey here: ${message}`)
}
