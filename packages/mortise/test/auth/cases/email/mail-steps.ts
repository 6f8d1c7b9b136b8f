import type { Factory } from "../../../../../workshop/src/adapters/backend.ts"
import type { EmailOptions } from "../../../../src/auth/index.ts"
import { openWorld, type World } from "../../support/world.ts"
import { email } from "./link-steps.ts"

/** An application behind a proxy that reports the address of the client. */
export async function openProxied(open: Factory, options: EmailOptions = {}) {
  const mails: string[] = []
  const world = await openWorld(open, {
    clientAddress: (request) => request.headers.get("x-client") ?? undefined,
    email: { sendLink: ({ to }) => void mails.push(to), ...options },
  })
  return { ...world, mails }
}

/** A new browser in a network requests a mail. */
export const requestFrom = (
  { auth, openBrowser }: Pick<World, "auth" | "openBrowser">,
  address: string,
  to = email,
) => auth.email.request(openBrowser().post({ "x-client": address }), { email: to })

export const refused = { ok: false, reason: "too_many_requests" }
