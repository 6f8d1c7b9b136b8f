import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { type Measured, measureAll, type Row } from "../measure-peers.ts"
import { engines } from "../servers/engines.ts"
import { page } from "./page.ts"
import type { Peer } from "./peer.ts"
import { peers } from "./registry.ts"

/** The folder of the reports. The page is made of all of them, so that one peer can be measured again. */
const reports = new URL("../../.cache/peers/better-auth/", import.meta.url)
const serversFile = new URL("servers.json", reports)

const names = process.argv.slice(2)
const isPageOnly = names[0] === "page"
const unknown = names.filter((name) => !isPageOnly && !peers.some((peer) => peer.name === name))
if (unknown.length > 0) throw new Error(`No peer named ${unknown.join(", ")}: see registry.ts`)

if (!isPageOnly) await measure(peers.filter(({ name }) => names.length === 0 || names.includes(name)))
const text = page(await readRows(), JSON.parse(await readFile(serversFile, "utf8")))
await writeFile(new URL("../../docs/better-auth-peers.md", import.meta.url), text.join("\n"))

async function measure(chosen: readonly Peer[]): Promise<void> {
  const servers = await Promise.all(Object.values(engines).map(openServer))
  const program = new URL("./measure-one.ts", import.meta.url)
  const environment = Object.fromEntries(servers.map(({ variable, url }) => [variable, url]))
  const rows = await measureAll(chosen, { program, reports, environment, keepsUnanswered: true })
  for (const { server } of servers) await server.close()
  await mkdir(reports, { recursive: true })
  for (const { peer, problem } of rows)
    if (problem !== undefined) await writeFile(fileOf(peer), JSON.stringify({ problem }))
  const used = servers.map(({ title, version }) => `${title} ${version}`)
  await writeFile(serversFile, JSON.stringify({ servers: used, day: new Date().toISOString().slice(0, 10) }))
}

/** Opens a server once. Each process creates its own databases on it. */
async function openServer({ open, title, variable, version }: (typeof engines)["postgres"]) {
  const server = await open()
  const url = await server.database()
  return { server, url, title, variable, version: await version(url) }
}

async function readRows(): Promise<Row<Peer>[]> {
  const rows = peers.map(async (peer): Promise<Row<Peer>> => {
    if (!existsSync(fileOf(peer))) return { peer, problem: "not measured yet" }
    const report: Measured | { problem: string } = JSON.parse(await readFile(fileOf(peer), "utf8"))
    return "problem" in report ? { peer, problem: report.problem } : { peer, measured: report }
  })
  return Promise.all(rows)
}

function fileOf({ name }: Peer): URL {
  return new URL(`${name}.json`, reports)
}
