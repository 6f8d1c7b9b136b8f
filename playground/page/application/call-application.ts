import type { ApplicationResponse, ApplicationRoutes, AuthName } from "../../protocol.ts"
import { postJson } from "../live/send-command.ts"

type Posted = Exclude<keyof ApplicationRoutes, "session">
type Failure = Extract<ApplicationResponse, { ok: false }>

/** Calls a route of the demo application. If the server does not respond, the reason is `unreachable`. */
export async function callApplication<Route extends Posted>(
  auth: AuthName,
  route: Route,
  body: ApplicationRoutes[Route]["body"],
): Promise<ApplicationRoutes[Route]["response"] | Failure> {
  return readResponse(() => postJson(`/app/${auth}/${route}`, body))
}

/** Reads the session of this browser. */
export async function readSession(
  auth: AuthName,
): Promise<ApplicationRoutes["session"]["response"] | Failure> {
  return readResponse(() => fetch(`/app/${auth}/session`))
}

async function readResponse<Result>(ask: () => Promise<Response>): Promise<Result | Failure> {
  try {
    const response = await ask()
    return await response.json()
  } catch {
    return { ok: false, reason: "unreachable" }
  }
}
