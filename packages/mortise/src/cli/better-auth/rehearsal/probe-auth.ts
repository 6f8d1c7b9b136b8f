import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth"
import type { Auth } from "../load-auth.ts"

const origin = "http://localhost"

/** Better Auth with the application's options, for sign-ins on a copy that send no mail and call no hook. */
export type ProbeAuth = Awaited<ReturnType<typeof createProbeAuth>>

/** What a provider says about the person who signs in. */
export type Profile = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly emailVerified: true
}

/** What is used of Better Auth's context, in every supported version. */
type Context = {
  readonly adapter: {
    findOne(query: object): Promise<Row | null>
    findMany(query: object): Promise<Row[]>
    update(query: object): Promise<unknown>
    delete(query: object): Promise<unknown>
    deleteMany(query: object): Promise<unknown>
  }
  readonly internalAdapter: {
    createUser(user: object, source: object): Promise<Row>
    deleteSession(token: string): Promise<unknown>
  }
  readonly socialProviders: { readonly id: string; options?: object }[]
}

type Row = Readonly<Record<string, unknown>>

/**
 * Opens Better Auth with the options of the application, without its mails, its hooks, its rate limits and its secondary
 * storage, because sign-ins of a rehearsal must not reach anybody. `anyPassword` fits every account.
 */
export async function createProbeAuth({ options }: Auth) {
  const { betterAuth } = await import("better-auth")
  const { hashPassword, verifyPassword } = await import("better-auth/crypto")
  const authOptions = options as BetterAuthOptions
  const { emailAndPassword, basePath = "/api/auth" } = authOptions
  const anyPassword = crypto.randomUUID()
  const { hash = hashPassword, verify = verifyPassword } = emailAndPassword?.password ?? {}
  const before = authOptions.databaseHooks?.user?.create?.before
  const auth = betterAuth({
    ...authOptions,
    baseURL: origin,
    ...(authOptions.secondaryStorage && { secondaryStorage: memoryStorage() }),
    ...(emailAndPassword && {
      emailAndPassword: {
        ...emailAndPassword,
        disableSignUp: false,
        requireEmailVerification: false,
        password: { hash, verify: async (input) => input.password === anyPassword || verify(input) },
      },
    }),
    emailVerification: {},
    account: { ...authOptions.account, updateAccountOnSignIn: false, accountLinking: { enabled: false } },
    // It may provide fields that the table requires.
    databaseHooks: before ? { user: { create: { before } } } : {},
    hooks: {},
    rateLimit: { ...authOptions.rateLimit, enabled: false },
    plugins: (authOptions.plugins ?? []).map(withoutHooks),
    onAPIError: { throw: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
  } as BetterAuthOptions)
  const context = (await auth.$context) as unknown as Context
  let profile: Profile | undefined
  for (const provider of context.socialProviders)
    Object.assign(provider, {
      options: { ...provider.options, disableIdTokenSignIn: false, verifyIdToken: async () => true },
      verifyIdToken: async () => true,
      disableSignUp: true,
      getUserInfo: async () => ({ user: profile, data: profile }),
      accountSubject: () => profile?.id,
    })
  return {
    context,
    anyPassword,
    plugins: new Map((authOptions.plugins ?? []).map((plugin) => [plugin.id, plugin])),
    /** Calls a function of the server that has no route. */
    call: (name: string, body: object) => (auth.api as unknown as Methods)[name]?.({ body }),
    /** Sets who the next person is that a provider vouches for. */
    setProfile: (next: Profile): void => {
      profile = next
    },
    async request(path: string, body?: object): Promise<Row> {
      const request = new Request(`${origin}${basePath}${path}`, {
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json", origin },
        ...(body && { body: JSON.stringify(body) }),
      })
      const response = await auth.handler(request)
      const answer = Object(await response.json())
      if (response.ok) return answer
      throw Object.assign(new Error("Better Auth refused the sign-in."), { body: answer })
    },
  }
}

type Methods = Readonly<Record<string, ((input: { readonly body: object }) => Promise<unknown>) | undefined>>

/** Plugins check captchas, send mails and call other services in their hooks. */
function withoutHooks(plugin: BetterAuthPlugin): BetterAuthPlugin {
  const { hooks: _, onRequest: __, onResponse: ___, init, ...rest } = plugin
  if (!init) return rest
  return {
    ...rest,
    async init(context) {
      const result = await init(context)
      return result ? { ...result, options: { ...result.options, databaseHooks: {} } } : result
    },
  } as BetterAuthPlugin
}

function memoryStorage() {
  const values = new Map<string, string>()
  const take = (key: string) => {
    const value = values.get(key) ?? null
    values.delete(key)
    return value
  }
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    delete: (key: string) => void values.delete(key),
    getAndDelete: take,
    increment(key: string) {
      values.set(key, String(Number(values.get(key) ?? 0) + 1))
      return Number(values.get(key))
    },
  }
}
