import type { Route, RouteCall } from "../route-call.ts"
import type { RoutePage } from "../route-page.ts"
import { signedIn } from "./signed-in.ts"

/** `POST email`: mails a link or a code. */
export const requestMail: Route = async (call) => {
  const { auth, settings, request, fields } = call
  const { email, returnTo, by } = fields
  const isCode = Boolean(settings.email?.sendCode) && (by === "code" || !settings.email?.sendLink)
  const asked = { email, returnTo, by: isCode ? "code" : "link" } as const
  const requested = await auth.email.request(request, asked)
  const { cookies } = requested
  if (!requested.ok) {
    // A code of an earlier mail, or of one that a stranger requested, works in this browser too.
    const hasCode = isCode && requested.reason === "too_many_requests"
    return { ...requested, cookies, ...(hasCode && { form: codeForm(call) }) }
  }
  const minutes = Math.ceil((settings.email?.maxAgeMs ?? 0) / 60_000)
  return {
    ok: true,
    json: { by: asked.by, expires: requested.expires },
    page: {
      title: "Check your mailbox",
      text: `We have sent you a ${asked.by}. It is valid for ${minutes} minutes.`,
      ...(isCode && { form: codeForm(call) }),
    },
    cookies,
  }
}

/** `GET confirm`: the page that a mailed link opens. Mail scanners open it too, so only its button uses the link. */
export const showLink: Route = async ({ auth, settings, request }) => {
  const link = auth.email.peek(request)
  if (!link.ok) return { ...link, cookies: [], isUnreported: true }
  const { email, fields } = link
  const form = { action: `${settings.basePath}/confirm`, fields, button: "Sign in", asksForCode: false }
  return {
    ok: true,
    json: { email, fields },
    page: { title: "Sign in", text: `Sign in as ${email}?`, form },
    cookies: [],
  }
}

/** `POST confirm`: signs in with a link. */
export const followLink: Route = async ({ auth, request }) => signedIn(await auth.email.follow(request))

/** `POST code`: signs in with a code. */
export const followCode: Route = async (call) => {
  const followed = await call.auth.email.follow(call.request)
  if (followed.ok || followed.reason !== "wrong_code") return signedIn(followed)
  return { ...followed, cookies: followed.cookies, form: codeForm(call) }
}

const codeForm = ({ settings }: RouteCall): NonNullable<RoutePage["form"]> => ({
  action: `${settings.basePath}/code`,
  fields: {},
  button: "Sign in",
  asksForCode: true,
})
