import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import type { ConsumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { run } from "../house/support/run.ts"
import { bundlerFile, installBundlers } from "./install.ts"
import { documentedProject } from "./quickstart-project.ts"
import { startServer } from "./start-server.ts"

const slow = 600_000
const page = readFileSync(join(root, "docs/quickstart/better-auth.md"), "utf8")
const sveltekitPage = readFileSync(join(root, "docs/quickstart/sveltekit.md"), "utf8")
const sectionOf = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ""

const next = bundlerFile("next/dist/bin/next")
const compile = [
  bundlerFile("typescript/bin/tsc"),
  ..."--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node".split(" "),
  ..."--allowImportingTsExtensions --ignoreConfig server.ts".split(" "),
]

/** The files and packages that `sv create` provides. The page of SvelteKit with Auth.js has the same. */
const createdBySvelte = [
  ...sveltekitPage.matchAll(
    /^```\w+ (?:svelte\.config\.js|vite\.config\.ts|tsconfig\.json|src\/app\.html)\n[\s\S]*?^```/gm,
  ),
  ...sveltekitPage.matchAll(/^npm install --save-dev .+$/gm),
].join("\n\n")

const nodeServer = { auth: "auth.ts", build: compile, server: ["server.ts"], created: "" }
const applications = [
  { ...nodeServer, title: "Hono" },
  { ...nodeServer, title: "Express" },
  { ...nodeServer, title: "Next.js", build: [next, "build"], server: [next, "start"] },
  {
    title: "SvelteKit",
    auth: "src/lib/server/auth.ts",
    build: [bundlerFile("vite/bin/vite.js"), "build"],
    server: ["build"],
    created: createdBySvelte,
  },
]

describe.each(applications)("the quickstart of Better Auth in $title", (application) => {
  const { title, auth, build, server, created } = application
  const env = {
    BETTER_AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID(),
    BETTER_AUTH_TELEMETRY: "0",
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
    // Better Auth checks no origin and limits no rate if it finds a test runner.
    TEST: "",
  }
  let project: ConsumerProject
  let node: string

  beforeAll(async () => {
    await installBundlers()
    node = (await runtime("node-24")).command
    const settings = title === "SvelteKit" ? created : sectionOf("The settings")
    project = documentedProject(`${settings}\n${sectionOf(title)}`)
    const mortise = "node_modules/mortise/dist/cli/main.js"
    expect(run(node, [mortise, "migrate", "--better-auth", auth], project.folder, env)).toMatch(
      /Statements run: [1-9]/,
    )
    run(node, build, project.folder, env)
  }, slow)
  afterAll(() => project.remove())

  test("signs up and shows the user", { timeout: slow }, async () => {
    const { origin, printed, stop } = await startServer(node, server, { cwd: project.folder, env })
    try {
      expect(await (await fetch(origin)).text()).toContain("You are not signed in.")
      const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, documentedRequest(origin))
      expect(signedUp.status, printed()).toBe(200)
      const cookie = signedUp.headers.getSetCookie().map((line) => line.split(";")[0])
      const shown = await (await fetch(origin, { headers: { cookie: cookie.join("; ") } })).text()
      expect(shown).toContain("Hello ada@example.com")
      expect(printed()).not.toMatch(/error/i)
    } finally {
      await stop()
    }
  })

  test("has all tables", { timeout: slow }, () => {
    const mortise = "node_modules/mortise/dist/cli/main.js"
    // `doctor` exits with 1 for an error, which throws.
    expect(run(node, [mortise, "doctor", "--better-auth", auth], project.folder, env)).not.toBe("")
  })
})

/** The request of the page's first curl command, with the origin that fetch needs and curl does not. */
function documentedRequest(origin: string): RequestInit {
  const [, type = "", body = ""] =
    /-H "content-type: (\S+)" \S+\/sign-up\/email \\\n {2}-d '(.+)'/.exec(sectionOf("Sign up")) ?? []
  return { method: "POST", headers: { "content-type": type, origin }, body }
}
