import { MortiseError } from "../../contract/errors.ts"
import { warningsTo } from "../../shared/console.ts"
import { isSecureUrl, parseUrl } from "../../shared/secure-url.ts"
import { checkSecrets } from "../crypto/secrets.ts"
import { findClientAddress, singleAddress } from "../http/client-address.ts"
import type { AuthOptions, SessionOptions, SessionStrategy, SweepSchedule } from "./auth-config.ts"
import type { EmailOptions } from "./email-options.ts"
import { longestLifeMs } from "./longest-life.ts"
import { checkAuthOptionNames } from "./option-names.ts"
import type { PasskeyOptions } from "./passkey-options.ts"
import { hasLogout, type OidcProvider, type Provider } from "./provider.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The checked options, with all defaults applied. */
export type Settings = {
  readonly secrets: readonly string[]
  readonly origin: string
  readonly basePath: string
  readonly signInPath: string
  readonly callbackPath: string
  readonly signedOutPath: string
  readonly confirmPath: string
  readonly confirmChangePath: string
  readonly session: {
    readonly strategy: SessionStrategy
    readonly maxAgeMs: number
    readonly updateAgeMs: number
    readonly absoluteMaxAgeMs: number
    readonly freshAgeMs: number
    readonly limit: number | undefined
    readonly revocable: boolean
    readonly userFields: readonly string[]
  }
  readonly email:
    | (Required<Pick<EmailOptions, "limit" | "sourceLimit" | "overallLimit" | "attempts">> &
        EmailOptions & { readonly maxAgeMs: number })
    | undefined
  readonly clientAddress: (request: Request) => string | undefined
  /** Whether the application has its own `clientAddress`. */
  readonly hasClientAddress: boolean
  readonly warn: (message: string) => void
  readonly sweep: { readonly everyMs: number; readonly limit: number } | undefined
  readonly waitUntil: (work: Promise<unknown>) => unknown
  readonly providers: ReadonlyMap<string, Provider>
  readonly passkeys: Required<PasskeyOptions> | undefined
  /** In milliseconds; 0 without the option. */
  readonly trustSignInMethodsBefore: number
}

/** Checks the options; throws `invalid` for the first invalid one, with what to change. */
export function checkOptions(options: AuthOptions): Settings {
  checkAuthOptionNames(options)
  const origin = checkOrigin(options.origin)
  const { clientAddress = findClientAddress } = options
  const { base = "/auth", signIn = "/" } = options.paths ?? {}
  const {
    callback = `${base}/callback`,
    signedOut = `${base}/signed-out`,
    confirm = `${base}/confirm`,
    confirmChange = `${base}/confirm-change`,
  } = options.paths ?? {}
  return {
    secrets: checkSecrets(options.secret),
    origin,
    basePath: checkPath("paths.base", base),
    signInPath: signIn === "/" ? signIn : checkPath("paths.signIn", signIn),
    callbackPath: checkPath("paths.callback", callback),
    signedOutPath: checkPath("paths.signedOut", signedOut),
    confirmPath: checkPath("paths.confirm", confirm),
    confirmChangePath: checkPath("paths.confirmChange", confirmChange),
    session: checkSession(options.session ?? {}),
    email: options.email && checkEmail(options.email),
    clientAddress: (request) => singleAddress(clientAddress(request)),
    hasClientAddress: options.clientAddress !== undefined,
    warn: warningsTo(options.onWarning),
    sweep: options.sweep === false ? undefined : checkSweep(options.sweep ?? {}),
    waitUntil: options.waitUntil ?? (() => {}),
    providers: checkProviders(options.providers ?? []),
    passkeys: options.passkeys && {
      domain: new URL(origin).hostname,
      signUp: true,
      userVerification: true,
      counterRegression: "refuse",
      ...options.passkeys,
    },
    trustSignInMethodsBefore: options.trustSignInMethodsBefore?.getTime() ?? 0,
  }
}

function checkSession(options: SessionOptions): Settings["session"] {
  const { strategy = "jwt", limit, revocable = true, userFields = [] } = options
  if (strategy !== "jwt" && strategy !== "database")
    throwInvalidOption('session.strategy must be "jwt" or "database"')
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throwInvalidOption("session.limit must be a whole number above 0")
  if (limit !== undefined && strategy === "jwt")
    throwInvalidOption('session.limit needs session.strategy "database", because tokens are not counted')
  const absoluteMaxAgeMs = milliseconds(
    "session.absoluteMaxAgeSeconds",
    options.absoluteMaxAgeSeconds ?? 90 * DAY,
    1,
  )
  if (absoluteMaxAgeMs > longestLifeMs)
    throwInvalidOption(
      `session.absoluteMaxAgeSeconds must be at most ${longestLifeMs / 1000}, which is 400 days`,
    )
  return {
    strategy,
    limit,
    revocable,
    userFields,
    absoluteMaxAgeMs,
    maxAgeMs: milliseconds("session.maxAgeSeconds", options.maxAgeSeconds ?? 30 * DAY, 1),
    updateAgeMs: milliseconds("session.updateAgeSeconds", options.updateAgeSeconds ?? DAY, 0),
    freshAgeMs: milliseconds("session.freshAgeSeconds", options.freshAgeSeconds ?? HOUR, 0),
  }
}

function checkEmail(options: EmailOptions): Settings["email"] {
  const { sendLink, sendCode, attempts = 5 } = options
  const {
    limit = { most: 5, perSeconds: 10 * MINUTE },
    sourceLimit = { most: 100, perSeconds: HOUR },
    overallLimit = { most: 200, perSeconds: HOUR },
  } = options
  if (!sendLink && !sendCode) throwInvalidOption("email needs sendLink, sendCode, or both")
  if (!(Number.isInteger(attempts) && attempts > 0 && attempts <= 10))
    throwInvalidOption("email.attempts must be a whole number from 1 to 10")
  for (const [name, { most, perSeconds }] of Object.entries({ limit, sourceLimit, overallLimit }))
    if (!(most > 0 && perSeconds > 0))
      throwInvalidOption(`email.${name}.most and email.${name}.perSeconds must be above 0`)
  const maxAgeMs = milliseconds("email.maxAgeSeconds", options.maxAgeSeconds ?? 10 * MINUTE, 1)
  if (sendCode && maxAgeMs > 10 * MINUTE * 1000)
    throwInvalidOption("email.maxAgeSeconds must be at most 600 when sendCode is set")
  return { ...options, attempts, limit, sourceLimit, overallLimit, maxAgeMs }
}

function checkSweep({ everySeconds = 10 * MINUTE, limit = 1000 }: SweepSchedule): Settings["sweep"] {
  if (!(Number.isInteger(limit) && limit > 0))
    throwInvalidOption("sweep.limit must be a whole number above 0")
  return { everyMs: milliseconds("sweep.everySeconds", everySeconds, 1), limit }
}

function checkProviders(providers: readonly Provider[]): ReadonlyMap<string, Provider> {
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  if (byId.size < providers.length) throwInvalidOption("Two providers have the same id: give each its own")
  for (const provider of providers) {
    const { id, type, clientId } = provider
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(id))
      throwInvalidOption("A provider id may only have letters, digits, - and _")
    if (!clientId) throwInvalidOption(`The provider ${id} needs a clientId`)
    const urls =
      type === "oidc"
        ? [provider.issuer, provider.discovery ?? provider.issuer]
        : [provider.authorization, provider.token, provider.userinfo]
    for (const url of urls)
      if (!isSecureUrl(url)) throwInvalidOption(`The URLs of the provider ${id} must start with https://`)
    checkLogout(provider)
  }
  return byId
}

function checkLogout(provider: Provider): void {
  const { id, logout = [] } = provider as OidcProvider
  const logoutKinds: readonly string[] = ["rp-initiated", "back-channel"]
  if (!Array.isArray(logout) || !logout.every((kind) => logoutKinds.includes(kind)))
    throwInvalidOption(`logout of the provider ${id} must be a list of "rp-initiated" and "back-channel"`)
  if (logout.length > 0 && provider.type !== "oidc")
    throwInvalidOption(`logout of the provider ${id} needs OpenID Connect, type "oidc": remove the option`)
  if (hasLogout(provider, "back-channel") && provider.issuer.includes("{tenantid}"))
    throwInvalidOption(
      `The provider ${id} has an issuer for each tenant, so "back-channel" cannot be verified: set the issuer of one tenant, or remove it from logout`,
    )
}

function checkOrigin(origin: string): string {
  const url = parseUrl(origin)
  if (!url || !isSecureUrl(origin))
    return throwInvalidOption(
      "The origin must be like https://app.example; plain http is accepted for localhost only",
    )
  return url.origin
}

function checkPath(name: string, path: string): string {
  return /^\/[\w./-]*[\w-]$/.test(path) && !path.startsWith("//")
    ? path
    : throwInvalidOption(`${name} must be a path like /auth/callback`)
}

function milliseconds(name: string, seconds: number, minSeconds: number): number {
  return Number.isFinite(seconds) && seconds >= minSeconds
    ? seconds * 1000
    : throwInvalidOption(`${name} must be a number of seconds, at least ${minSeconds}`)
}

function throwInvalidOption(sentence: string): never {
  throw new MortiseError("invalid", `${sentence}.`)
}
