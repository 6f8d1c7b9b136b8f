import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { embeddedPage } from "./embedded-page.ts"
import { measureAll } from "./measure-peers.ts"
import { peers } from "./registry.ts"
import { measureServers } from "./servers/measure-servers.ts"
import { serversPage } from "./servers/servers-page.ts"

const [which, ...names] = process.argv.slice(2)
if (which !== undefined && which !== "servers")
  throw new Error(
    `Unknown argument ${which}: pass \`servers\` to measure the adapters on servers, or nothing for the others.`,
  )

if (which === "servers") {
  const page = serversPage(await measureServers(names))
  // Results of selected adapters are printed and do not replace the page.
  if (names.length > 0) process.stdout.write(page.join("\n"))
  else await write("../docs/benchmarks/peers-on-servers.md", page)
} else {
  await write("../docs/peers.md", embeddedPage(await measureAll(peers)))
}

async function write(path: string, page: readonly string[]): Promise<void> {
  const file = fileURLToPath(new URL(path, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page.join("\n"))
  process.stderr.write(`Written to ${file}\n`)
}
