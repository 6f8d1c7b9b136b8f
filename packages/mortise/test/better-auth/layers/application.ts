import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Client, createClient } from "@libsql/client"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import type { DBAdapter } from "better-auth/adapters"
import { onTestFinished } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { hashedSessions } from "../../../src/layers/index.ts"

export const password = "correct horse battery"
const origin = "http://localhost:3000"

type Body = Readonly<Record<string, unknown>>

/** What a request returned. */
export type Answer = { readonly status: number; readonly body: unknown }

/** A browser, or another client, with its cookies. */
export type Visitor = {
  readonly cookies: Map<string, string>
  get(path: string, headers?: HeadersInit): Promise<Answer>
  post(path: string, body?: Body, headers?: HeadersInit): Promise<Answer>
  signUp(email: string): Promise<string>
  signIn(email: string): Promise<string>
}

/** An application with a database in a file. */
export type Application = {
  readonly adapter: DBAdapter<BetterAuthOptions>
  readonly context: Awaited<ReturnType<typeof betterAuth>["$context"]>
  readonly client: Client
  readonly file: string
  readonly database: Database
  /** What is stored in a column. */
  column(table: string, name: string): Promise<string[]>
  findUserId(email: string): Promise<string>
  /** The bytes of the database, with its log. */
  readFiles(): string
  visit(): Visitor
  /** The same application with other options. */
  restart(options?: BetterAuthOptions, wrap?: Wrap): Promise<Application>
}

type Wrap = (database: Database) => Database

const hashed: Wrap = (database) => hashedSessions(database)

/** Without a layer. */
export const bare: Wrap = (database) => database

export const whereToken = (token: string) => [{ field: "token", value: token }]

/** The tokens of the visitor's sessions, as Better Auth lists them. */
export const listTokens = async (visitor: Visitor): Promise<string[]> =>
  ((await visitor.get("/list-sessions")).body as { token: string }[]).map(({ token }) => token)

export const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.get("/get-session")).body !== null

/** Opens an application, until the test ends, whose database has layers. */
export async function openApplication(
  options: BetterAuthOptions = {},
  wrap: Wrap = hashed,
): Promise<Application> {
  const { folder, remove } = quickFolder()
  const file = join(folder, "auth.db")
  const client = createClient({ url: `file:${file}` })
  onTestFinished(() => {
    client.close()
    remove()
  })
  const start = async (
    startOptions: BetterAuthOptions = {},
    startWrap: Wrap = hashed,
  ): Promise<Application> => {
    const database = startWrap(mortiseDatabase(client))
    const settings: BetterAuthOptions = {
      secret: "a-secret-that-only-tests-use-0123456789",
      baseURL: origin,
      emailAndPassword: { enabled: true },
      logger: { disabled: true },
      rateLimit: { enabled: false },
      ...startOptions,
      database,
    }
    const auth = betterAuth(settings)
    await migrate(auth)
    const context = await auth.$context
    return {
      adapter: context.adapter,
      context,
      client,
      file,
      database,
      async column(table, name) {
        const { rows } = await client.execute(`SELECT "${name}" AS value FROM "${table}" ORDER BY 1`)
        return rows.map(({ value }) => String(value))
      },
      async findUserId(email) {
        const where = [{ field: "email", value: email }]
        return (await context.adapter.findOne<{ id: string }>({ model: "user", where }))?.id ?? ""
      },
      readFiles: () =>
        [file, `${file}-wal`]
          .filter((path) => existsSync(path))
          .map((path) => readFileSync(path, "latin1"))
          .join("\n"),
      visit: () => createVisitor((request) => auth.handler(request)),
      restart: start,
    }
  }
  return start(options, wrap)
}

/** A browser, or another client, of a handler. */
export function createVisitor(handle: (request: Request) => Promise<Response>): Visitor {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, body?: Body, headers?: HeadersInit): Promise<Answer> => {
    const sent = new Headers({ origin, "content-type": "application/json", ...headers })
    if (cookies.size > 0)
      sent.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    const response = await handle(
      new Request(`${origin}/api/auth${path}`, {
        method,
        headers: sent,
        ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
      }),
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: text === "" ? null : JSON.parse(text) }
  }
  const open = async (path: string, body: Body): Promise<string> => {
    const answer = await send("POST", path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return (answer.body as { token: string }).token
  }
  return {
    cookies,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    signUp: (email) => open("/sign-up/email", { name: "Ada", email, password }),
    signIn: (email) => open("/sign-in/email", { email, password }),
  }
}
