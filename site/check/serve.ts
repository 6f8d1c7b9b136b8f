import { basePath } from "../stage/site-address.ts"
import { dist } from "./built-site.ts"
import { serveFolder } from "./static-server.ts"

try {
  const { origin, server } = await serveFolder(dist, Number(process.argv[2] ?? 4600), basePath)
  console.log(`The site: ${origin}${basePath}  (Ctrl-C ends it)`)
  process.on("SIGINT", () => server.close(() => process.exit(0)))
} catch (error) {
  console.error(`The site cannot be served: ${(error as Error).message}. Choose another port with --port.`)
  process.exitCode = 1
}
