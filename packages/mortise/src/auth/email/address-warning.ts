import type { Settings } from "../config/settings.ts"
import { isInternalClient } from "../http/client-address.ts"

// The headers in which proxies pass on the address of the client.
const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip"]

/**
 * Creates the function that warns once if requests cannot be told apart by their network. A client can send these
 * headers too, so they cause a warning and decide nothing.
 */
export function createAddressWarning({
  warn,
  origin,
  hasClientAddress,
}: Pick<Settings, "warn" | "origin" | "hasClientAddress">) {
  const isLocal = new URL(origin).protocol === "http:"
  let hasWarned = false

  const findProblem = (request: Request, address: string | undefined): string | undefined => {
    const forwarded = forwarding.flatMap((name) => request.headers.get(name) ?? []).join()
    if (address)
      return forwarded === "" || hasClientAddress || forwarded.includes(address) ? undefined : proxyIsCounted
    // A developer's own browser.
    return isLocal && isInternalClient(request) && forwarded === "" ? undefined : unknownAddress
  }

  return (request: Request, address: string | undefined): void => {
    const problem = hasWarned ? undefined : findProblem(request, address)
    if (problem === undefined) return
    hasWarned = true
    warn(problem)
  }
}

const advice =
  'Pass clientAddress to createAuth, a function that reads the header which your own proxy overwrites; in Express, set the number of your proxies: app.set("trust proxy", 1).'

const unknownAddress = `mortise/auth: the network address of clients is not known, so the mails of all new browsers count together against email.overallLimit. ${advice}`

const proxyIsCounted = `mortise/auth: a proxy forwards the requests, and its own address is counted as the one of every client, so one visitor can use up everybody's email.sourceLimit. ${advice}`
