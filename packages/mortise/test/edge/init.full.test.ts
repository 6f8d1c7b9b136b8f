import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { openInitialized, runExample } from "./example-project.ts"

// Ends a hang; it does not measure speed.
const patience = 300_000
const to = "ada@example.com"

/** Wrangler marks warnings with this sign. */
const warning = /▲|WARNING/

/** The cookies that a response sets, for the next request. */
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")

/** Signs in with a mailed link, and returns what the worker then answers. */
async function signIn(origin: string, mailedLink: (to: string) => Promise<string>): Promise<unknown> {
  expect(await (await fetch(origin)).text()).toContain("/auth/signin")
  const csrf = await fetch(`${origin}/auth/csrf`)
  const { csrfToken } = await csrf.json()
  const asked = await fetch(`${origin}/auth/signin/email`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, email: to }),
    redirect: "manual",
  })
  expect(asked.headers.get("location")).toContain("/auth/verify-request")
  const entered = await fetch(await mailedLink(to), { redirect: "manual" })
  return (await fetch(origin, { headers: { cookie: cookiesOf(entered) } })).json()
}

describe.each([
  ["Hono", ["--framework", "hono", "--client", "d1"]],
  ["plain", ["--client", "d1"]],
] as const)("the %s worker that init writes into an empty folder", { timeout: patience }, (_, args) => {
  const project = openForTests(() => openInitialized(...args), patience)

  test("applies its migration with wrangler, compiles, and is built without a warning", () => {
    expect(project.wrangler("d1", "migrations", "apply", "DB", "--local")).toContain("0001_mortise.sql")
    project.wrangler("types")
    project.compile()
    expect(project.wrangler("deploy", "--dry-run", "--outdir", "out")).not.toMatch(warning)
  })

  test("the command line opens the local database, and finds nothing missing", () => {
    expect(project.mortise("status", "--json")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"version": 1,\s+"pending": 0/),
      stderr: expect.stringContaining("on wrangler's local state"),
    })
    expect(project.mortise("doctor")).toMatchObject({ code: 0 })
    expect(project.mortise("migrate", "--sql", "migrations")).toMatchObject({ code: 0 })
  })

  test("signs in with a mailed link, and the command line finds the user", async () => {
    const port = await freePort()
    const worker = { name: "app", config: "wrangler.jsonc", built: "out/worker.js" }
    const { simulator, mailedLink } = await runExample(project, [worker], port)
    try {
      expect(await signIn(`http://localhost:${port}`, mailedLink)).toEqual({ email: to, role: "member" })
    } finally {
      await simulator.dispose()
    }
    const { code, stdout } = project.mortise("users", "list", "--json")
    expect([code, stdout]).toEqual([0, expect.stringContaining(to)])
  })

  test("a changed schema becomes the next migration of wrangler", () => {
    const adapter = readFileSync(project.file("src/adapter.ts"), "utf8")
    project.write("src/adapter.ts", adapter.replace("fields: {", "fields: { team: text(),"))
    expect(project.mortise("migrate", "--check").code).toBe(1)
    expect(project.mortise("migrate", "--sql", "migrations")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("migrations/0002_mortise.sql"),
    })
    project.wrangler("d1", "migrations", "apply", "DB", "--local")
    expect(project.mortise("migrate", "--check").code).toBe(0)
  })
})
