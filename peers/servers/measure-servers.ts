import { measureAll, type Row } from "../measure-peers.ts"
import { type Engine, engines } from "./engines.ts"
import { type ServerPeer, serverPeers } from "./registry.ts"

/** A server and the results on it. */
export type Round = { readonly engine: Engine; readonly version: string; readonly rows: readonly Row[] }

/** Starts each server that is needed, and measures the named adapters on it. Without names, measures all. */
export async function measureServers(names: readonly string[]): Promise<Round[]> {
  const unknown = names.filter((name) => !serverPeers.some((peer) => peer.name === name))
  if (unknown.length > 0) throw new Error(`No peer named ${unknown.join(", ")}: see servers/registry.ts`)
  const rounds: Round[] = []
  for (const engine of Object.values(engines)) {
    const isChosen = (peer: ServerPeer) => names.length === 0 || names.includes(peer.name)
    const chosen = serverPeers.filter((peer) => peer.engine === engine && isChosen(peer))
    if (chosen.length > 0) rounds.push(await measureOn(engine, chosen))
  }
  return rounds
}

async function measureOn(engine: Engine, peers: readonly ServerPeer[]): Promise<Round> {
  const server = await engine.open()
  try {
    const url = await server.database()
    const version = await engine.version(url)
    process.stderr.write(`${engine.title} ${version}\n`)
    // Each process creates its own database on the server of this URL.
    return { engine, version, rows: await measureAll(peers, { environment: { [engine.variable]: url } }) }
  } finally {
    await server.close()
  }
}
