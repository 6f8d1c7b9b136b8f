import type { Env } from "./auth-object.ts"

export { AuthObject } from "./auth-object.ts"

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    // The store is for workers that are bound to the object, not for the internet.
    if (pathname !== "/" && !pathname.startsWith("/auth/")) return new Response("Not found", { status: 404 })
    try {
      return await env.AUTH.get(env.AUTH.idFromName("auth")).fetch(request)
    } catch (error) {
      console.error(error)
      return new Response("Please try again in a moment.", { status: 503 })
    }
  },
} satisfies ExportedHandler<Env>
