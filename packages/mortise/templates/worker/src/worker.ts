import { getSession, handleAuth } from "./auth"

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/auth/")) return handleAuth(request)
    if (pathname !== "/") return new Response("Not found", { status: 404 })
    const { session, cookies } = await getSession(request)
    const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]))
    headers.set("cache-control", "private, no-store")
    if (session) return Response.json({ email: session.user.email, role: session.user.role }, { headers })
    headers.set("content-type", "text/html")
    return new Response(`<a href="/auth/signin">Sign in</a>`, { headers })
  },
} satisfies ExportedHandler<Env>
