import { Auth, type AuthConfig } from "@auth/core"
import GitHub from "@auth/core/providers/github"
import type { Session } from "@auth/core/types"
import { env } from "cloudflare:workers"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./adapter"

// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "@auth/core/types" {
  interface Session {
    user: ReturnType<typeof session>["user"]
  }
}

export const config: AuthConfig = {
  adapter,
  basePath: "/auth",
  secret: env.AUTH_SECRET,
  // No AUTH_URL: the address is that of the request, and a worker gets requests for its own hosts only.
  trustHost: true,
  session: { strategy: "database" },
  providers: [
    // {{printed-link}}
    ...(env.AUTH_GITHUB_ID
      ? [GitHub({ clientId: env.AUTH_GITHUB_ID, clientSecret: env.AUTH_GITHUB_SECRET })]
      : []),
  ],
  callbacks: { session },
}

/** Answers the requests below /auth. */
export const handleAuth = (request: Request): Promise<Response> => Auth(request, config)

/** The session of a request, and the cookies that the response must set: a session in use is extended. */
export async function getSession(
  request: Request,
): Promise<{ session: Session | null; cookies: string[] }> {
  const { headers } = request
  const answer = await Auth(new Request(new URL("/auth/session", request.url), { headers }), config)
  if (!answer.ok) throw new Error("The session could not be read.")
  return { session: await answer.json(), cookies: answer.headers.getSetCookie() }
}
