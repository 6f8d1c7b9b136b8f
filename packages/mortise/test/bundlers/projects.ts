import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type ConsumerProject, consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { bundlerFile } from "./install.ts"

const application = fileURLToPath(new URL("application", import.meta.url))

const files = {
  // Each build has a folder of its own, so that both bundlers of Next.js work on one project.
  "next.config.mjs": `export default { distDir: process.env.DIST, turbopack: { root: "/" } }`,
  "app/route.js": `import { tryEverything } from "../sign-in.ts"
    export const dynamic = "force-dynamic"
    export const GET = () => tryEverything()`,
  // Next.js prints lines of its own, so the port is written to another stream.
  "next-server.mjs": `import { writeSync } from "node:fs"
    import { createServer } from "node:http"
    import next from "next"
    const application = next({ dev: false })
    await application.prepare()
    const server = createServer(application.getRequestHandler())
    server.listen(0, "127.0.0.1", () => writeSync(3, JSON.stringify({ port: server.address().port }) + "\\n"))`,
  // Otherwise Vite leaves packages to Node, and there is nothing to prove.
  "vite.config.js": `export default { ssr: { noExternal: true } }`,
  "worker-entry.js": `export { worker as default } from "./worker.ts"`,
  "wrangler.json": JSON.stringify({
    name: "application",
    main: "worker-entry.js",
    compatibility_date: "2026-01-01",
  }),
}

/** A project outside the repository, whose own packages would be found from inside it, with the given packages. */
export function applicationWith(packages: readonly string[]): ConsumerProject {
  const project = consumerProject(application)
  const modules = join(project.folder, "node_modules")
  for (const name of packages)
    cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true })
  for (const name of ["next", "react", "react-dom"]) symlinkSync(bundlerFile(name), join(modules, name))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project.folder, name)), { recursive: true })
    writeFileSync(join(project.folder, name), text)
  }
  return project
}
