import { checkProviders, toMilliseconds } from "../../contract/check-options.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { warningsTo } from "../../shared/console.ts"
import { isSecureUrl, parseUrl } from "../../shared/secure-url.ts"
import { checkSecrets } from "../crypto/secrets.ts"
import { findClientAddress, singleAddress } from "../http/client-address.ts"
import type { AuthSettings, SessionOptions, SweepSchedule } from "./auth-options.ts"
import type { EmailOptions } from "./email-options.ts"
import { longestLifeMs } from "./longest-life.ts"
import { checkAuthOptionNames } from "./option-names.ts"
import { hasLogout, type OidcProvider, type Provider } from "./provider.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The checked options, with all defaults applied. */
export type Settings = Readonly<ReturnType<typeof checkOptions>>

/** Checks the options; throws `invalid` for the first invalid one, with what to change. */
export function checkOptions(options: AuthSettings) {
  checkAuthOptionNames(options)
  const origin = checkOrigin(options.origin)
  const { clientAddress = findClientAddress } = options
  const { base = "/auth", signIn = "/" } = options.paths ?? {}
  const {
    callback = `${base}/callback`,
    signedOut = `${base}/signed-out`,
    emailLink = `${base}/confirm`,
    emailChangeLink = `${base}/confirm-change`,
  } = options.paths ?? {}
  return {
    secrets: checkSecrets(options.secret),
    origin,
    basePath: checkPath("paths.base", base),
    signInPath: signIn === "/" ? signIn : checkPath("paths.signIn", signIn),
    callbackPath: checkPath("paths.callback", callback),
    signedOutPath: checkPath("paths.signedOut", signedOut),
    emailLinkPath: checkPath("paths.emailLink", emailLink),
    emailChangeLinkPath: checkPath("paths.emailChangeLink", emailChangeLink),
    session: checkSession(options.session ?? {}),
    email: options.email && checkEmail(options.email),
    clientAddress: (request: Request) => singleAddress(clientAddress(request)),
    /** Whether the application has its own `clientAddress`. */
    hasClientAddress: options.clientAddress !== undefined,
    warn: warningsTo(options.onWarning),
    sweep: options.sweep === false ? undefined : checkSweep(options.sweep ?? {}),
    waitUntil: options.waitUntil ?? (() => {}),
    providers: checkProviders("createAuth", options.providers ?? [], listUrls),
    passkeys: options.passkeys && {
      domain: new URL(origin).hostname,
      signUp: true,
      userVerification: true,
      counterRegression: "refuse" as const,
      ...options.passkeys,
    },
    /** In milliseconds; 0 without the option. */
    trustUsersVerifiedBefore: options.trustUsersVerifiedBefore?.getTime() ?? 0,
  }
}

function checkSession(options: SessionOptions) {
  const { strategy = "jwt", maxSessions, revocable = true, userFields = [] } = options
  if (strategy !== "jwt" && strategy !== "database")
    throwInvalid('createAuth: session.strategy must be "jwt" or "database".')
  if (maxSessions !== undefined && !(Number.isInteger(maxSessions) && maxSessions > 0))
    throwInvalid("createAuth: session.maxSessions must be a whole number above 0.")
  if (maxSessions !== undefined && strategy === "jwt")
    throwInvalid(
      'createAuth: session.maxSessions needs session.strategy "database", because tokens are not counted.',
    )
  const { maxAgeSeconds = 30 * DAY, updateAgeSeconds = DAY, freshAgeSeconds = HOUR } = options
  const { absoluteMaxAgeSeconds: absoluteSeconds = 90 * DAY } = options
  const name = "createAuth: session."
  return {
    strategy,
    maxSessions,
    revocable,
    userFields,
    absoluteMaxAgeMs: toMilliseconds(
      `${name}absoluteMaxAgeSeconds`,
      absoluteSeconds,
      1,
      longestLifeMs / 1000,
    ),
    maxAgeMs: toMilliseconds(`${name}maxAgeSeconds`, maxAgeSeconds, 1),
    updateAgeMs: toMilliseconds(`${name}updateAgeSeconds`, updateAgeSeconds, 0),
    freshAgeMs: toMilliseconds(`${name}freshAgeSeconds`, freshAgeSeconds, 0),
  }
}

function checkEmail(options: EmailOptions) {
  const { sendLink, sendCode, maxAttempts = 5, maxAgeSeconds = 10 * MINUTE } = options
  const {
    limit = { max: 5, perSeconds: 10 * MINUTE },
    clientLimit = { max: 100, perSeconds: HOUR },
    overallLimit = { max: 200, perSeconds: HOUR },
  } = options
  if (!sendLink && !sendCode) throwInvalid("createAuth: email needs sendLink, sendCode, or both.")
  if (!(Number.isInteger(maxAttempts) && maxAttempts > 0 && maxAttempts <= 10))
    throwInvalid("createAuth: email.maxAttempts must be a whole number from 1 to 10.")
  for (const [name, { max, perSeconds }] of Object.entries({ limit, clientLimit, overallLimit }))
    if (!(max > 0 && perSeconds > 0))
      throwInvalid(`createAuth: email.${name}.max and email.${name}.perSeconds must be above 0.`)
  const maxAgeMs = toMilliseconds("createAuth: email.maxAgeSeconds", maxAgeSeconds, 1)
  if (sendCode && maxAgeSeconds > 10 * MINUTE)
    throwInvalid("createAuth: email.maxAgeSeconds must be at most 600 when sendCode is set.")
  return { ...options, maxAttempts, limit, clientLimit, overallLimit, maxAgeMs }
}

function checkSweep({ everySeconds = 10 * MINUTE, limit = 1000 }: SweepSchedule) {
  if (!(Number.isInteger(limit) && limit > 0))
    throwInvalid("createAuth: sweep.limit must be a whole number above 0.")
  return { everyMs: toMilliseconds("createAuth: sweep.everySeconds", everySeconds, 1), limit }
}

/** The URLs of a provider, after a check of what only providers of sign-ins have. */
function listUrls(provider: Provider): readonly string[] {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(provider.id))
    throwInvalid("createAuth: a provider id may only have letters, digits, - and _.")
  checkLogout(provider)
  return provider.type === "oidc"
    ? [provider.issuer, provider.discovery ?? provider.issuer]
    : [provider.authorization, provider.token, provider.userinfo]
}

function checkLogout(provider: Provider): void {
  const { id, logout = [] } = provider as OidcProvider
  const logoutKinds: readonly string[] = ["rp_initiated", "back_channel"]
  if (!Array.isArray(logout) || !logout.every((kind) => logoutKinds.includes(kind)))
    throwInvalid(
      `createAuth: logout of the provider ${id} must be a list of "rp_initiated" and "back_channel".`,
    )
  if (logout.length > 0 && provider.type !== "oidc")
    throwInvalid(
      `createAuth: logout of the provider ${id} needs OpenID Connect, type "oidc": remove the option.`,
    )
  if (hasLogout(provider, "back_channel") && provider.issuer.includes("{tenantid}"))
    throwInvalid(
      `createAuth: the provider ${id} has an issuer for each tenant, so "back_channel" cannot be verified: set the issuer of one tenant, or remove it from logout.`,
    )
}

function checkOrigin(origin: string): string {
  const url = parseUrl(origin)
  if (!url || !isSecureUrl(origin))
    return throwInvalid(
      "createAuth: the origin must be like https://app.example; plain http is accepted for localhost only.",
    )
  return url.origin
}

function checkPath(name: string, path: string): string {
  return /^\/[\w./-]*[\w-]$/.test(path) && !path.startsWith("//")
    ? path
    : throwInvalid(`createAuth: ${name} must be a path like /auth/callback.`)
}
