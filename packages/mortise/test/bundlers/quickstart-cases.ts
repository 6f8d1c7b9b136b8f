import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ConsumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { type RuntimeName, runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { run } from "../house/support/run.ts"
import { installBundlers } from "./install.ts"
import { type Database, quickstartProject } from "./quickstart-project.ts"
import type { Quickstart } from "./quickstarts.ts"
import { startServer } from "./start-server.ts"

const slow = 600_000
const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }

/** Pastes the blocks of a page into a project, builds it for production, and signs in. */
export function testQuickstart(
  { page, environment, build, authjs, mortise }: Quickstart,
  database: Database,
  nodeName: RuntimeName,
): void {
  describe(`the quickstart ${page} with ${database} on ${nodeName}`, () => {
    let project: ConsumerProject
    let node: string
    let server: Server | undefined
    let url: string | undefined
    const start = (args: readonly string[]) => startServer(node, args, { cwd: project.folder, env })

    beforeAll(async () => {
      await installBundlers()
      node = (await runtime(nodeName)).command
      server = database === "postgres" ? await openPostgres() : undefined
      url = await server?.database()
      project = quickstartProject(page, database)
      // The applications and the command line read the secrets from the file, as the page says.
      writeFileSync(join(project.folder, environment), environmentText(url))
      const migrated = run(node, ["node_modules/mortise/dist/cli/main.js", "migrate"], project.folder, env)
      expect(migrated).toMatch(/Statements run: [1-9]/)
      const built = spawnSync(node, build, {
        cwd: project.folder,
        encoding: "utf8",
        env: { ...process.env, ...env },
      })
      // In CI, Next.js asks for a build cache.
      const output = (built.stdout + built.stderr).replace(/.*No build cache found.*/, "")
      expect(output).not.toMatch(/warn|⚠/i)
      expect(built.status, built.stdout + built.stderr).toBe(0)
    }, slow)
    afterAll(async () => {
      project.remove()
      await server?.close()
    })

    test(
      "signs a user in with Auth.js, by a mailed link, and shows the fields of the user",
      async () => {
        const { origin, printed, stop } = await start(authjs.server)
        try {
          expect(await textOf(`${origin}/`)).toContain("Sign in")
          const cookie = await openMailedLink(origin + authjs.path, printed)
          const token = /authjs\.session-token=([^;]+)/.exec(cookie)?.[1] ?? "absent"
          const shown = await textOf(`${origin}/`, { cookie })
          expect(shown).toMatch(/grace@example\.com.*member/)
          expect(shown, "SEC-S10").not.toContain(token)
          const forged = { host: "evil.example", "x-forwarded-host": "evil.example" }
          expect(await textOf(`${origin}${authjs.path}/providers`, forged)).toContain(
            `${origin}${authjs.path}/callback/github`,
          )
          const session = JSON.parse(await textOf(`${origin}${authjs.path}/session`, { cookie }))
          expect(session, "SEC-S10").toEqual({
            user: { name: null, email: "grace@example.com", image: null, role: "member" },
            expires: expect.any(String),
          })
          expect(printed()).not.toMatch(/error/i)
          if (authjs.server.includes("dist/server.js")) expectTakenPort(node, authjs.server, project, origin)
        } finally {
          await stop()
        }
      },
      slow,
    )

    test(
      "signs a user in without Auth.js, by a mailed code",
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
}

const environmentText = (url: string | undefined): string => `
AUTH_SECRET=${crypto.randomUUID()}${crypto.randomUUID()}
AUTH_GITHUB_ID=id
AUTH_GITHUB_SECRET=secret
${url === undefined ? "" : `DATABASE_URL=${url}`}
`

/** A second server on the same port ends with a message. */
function expectTakenPort(node: string, args: readonly string[], { folder }: ConsumerProject, origin: string) {
  const { port } = new URL(origin)
  const second = spawnSync(node, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PORT: port },
    timeout: 30_000,
  })
  expect([second.status, second.stdout]).toEqual([1, ""])
  expect(second.stderr).toMatch(new RegExp(`^The server cannot listen on port ${port}: .*EADDRINUSE.*\n$`))
}

/** Asks Auth.js for a link, opens the one that the server prints, and returns the cookies. */
async function openMailedLink(routes: string, printed: () => string): Promise<string> {
  const csrf = await fetch(`${routes}/csrf`)
  // SvelteKit compares origins instead, and Auth.js has no token there.
  const { csrfToken } = JSON.parse((await csrf.text()) || '{ "csrfToken": "" }')
  const asked = await post(
    `${routes}/signin/email`,
    { csrfToken, email: "grace@example.com" },
    cookiesOf(csrf),
  )
  expect(asked.headers.get("location")).toContain("/verify-request")
  const link = /Mail to grace@example\.com: (\S+)/.exec(printed())?.[1] ?? ""
  return cookiesOf(await fetch(link, { redirect: "manual" }))
}

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
