import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { run } from "../house/support/run.ts"
import type { ConsumerProject } from "../runtimes/consumer-project.ts"
import { runtime } from "../runtimes/runtimes.ts"
import { isFullRun } from "../tier.ts"
import { installBundlers } from "./install.ts"
import { quickstartProject } from "./quickstart-project.ts"
import { quickstarts } from "./quickstarts.ts"
import { startServer } from "./start-server.ts"

const slow = 600_000

const env = {
  AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID(),
  AUTH_GITHUB_ID: "id",
  AUTH_GITHUB_SECRET: "secret",
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production",
}

// These take minutes, so only `npm run test:full` runs them.
for (const { page, adapter, build, authjs, mortise } of quickstarts)
  describe.runIf(isFullRun)(`SEC-B1 the quickstart ${page}`, () => {
    let project: ConsumerProject
    let node: string
    const runNode = (...args: readonly string[]) => run(node, args, project.folder, env)
    const start = (args: readonly string[]) => startServer(node, args, { cwd: project.folder, env })

    beforeAll(async () => {
      await installBundlers()
      // The pages need a version of Node that runs TypeScript.
      node = (await runtime("node-24")).command
      project = quickstartProject(page)
      const migrated = runNode("node_modules/mortise/dist/cli/main.js", "migrate", "--config", adapter)
      expect(migrated).toMatch(/Statements run: [1-9]/)
      runNode(...build)
    }, slow)
    afterAll(() => project.remove())

    test(
      "SEC-B1 shows the fields of a user whom Auth.js has signed in",
      async () => {
        writeFileSync(join(project.folder, "session.ts"), sessionProgram(adapter))
        const token = runNode("session.ts")
        const cookie = `authjs.session-token=${token}`
        const { origin, stop } = await start(authjs.server)
        try {
          expect(await textOf(`${origin}/`)).toContain("Sign in with GitHub")
          const page = await textOf(`${origin}/`, { cookie })
          expect(page).toMatch(/grace@example\.com.*member/)
          expect(page, "SEC-S10").not.toContain(token)
          const forged = { host: "evil.example", "x-forwarded-host": "evil.example" }
          expect(await textOf(`${origin}${authjs.path}/providers`, forged)).toContain(
            `${origin}${authjs.path}/callback/github`,
          )
          const session = JSON.parse(await textOf(`${origin}${authjs.path}/session`, { cookie }))
          expect(session, "SEC-S10").toEqual({
            user: { name: null, email: "grace@example.com", image: null, role: "member" },
            expires: expect.any(String),
          })
        } finally {
          await stop()
        }
      },
      slow,
    )

    test(
      "SEC-B1 signs a user in without Auth.js, by a mailed code",
      async () => {
        const { origin, printed, stop } = await start(mortise.server)
        try {
          const asked = await post(origin + mortise.signIn, { email: "ada@example.com" }, "")
          const code = /Mail to ada@example\.com: (\d+)/.exec(printed())?.[1] ?? ""
          const signedIn = await post(origin + mortise.code, { code }, cookiesOf(asked))
          expect(await textOf(origin + mortise.account, { cookie: cookiesOf(signedIn) })).toMatch(
            /ada@example\.com.*member/,
          )
        } finally {
          await stop()
        }
      },
      slow,
    )
  })

/** A program that prints the token of a new session. */
const sessionProgram = (adapter: string): string => `
  import { adapter } from "./${adapter}"
  const { id: userId } = await adapter.createUser({ email: "grace@example.com" })
  const expires = new Date(Date.now() + 3_600_000)
  const { sessionToken } = await adapter.createSession({ userId, expires, sessionToken: crypto.randomUUID() })
  process.stdout.write(sessionToken)`

const textOf = async (url: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(url, { headers })).text()

const post = (url: string, fields: Record<string, string>, cookie: string): Promise<Response> =>
  fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: new URL(url).origin, cookie },
    redirect: "manual",
  })

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
