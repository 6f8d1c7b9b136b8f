import { httpAdapter } from "mortise/http"

type Env = { readonly AUTH: DurableObjectNamespace; readonly KEY: string }

/** Another worker, which reads the store of the object. */
export default {
  async fetch(request, env) {
    const object = env.AUTH.get(env.AUTH.idFromName("auth"))
    const adapter = httpAdapter({
      // The host is never resolved: the request goes to the object.
      url: "https://auth-object/store",
      key: env.KEY,
      fetch: (input, init) => object.fetch(input, init),
    })
    const email = new URL(request.url).searchParams.get("email") ?? ""
    const user = await adapter.getUserByEmail(email)
    return Response.json({ isUser: user !== null })
  },
} satisfies ExportedHandler<Env>
