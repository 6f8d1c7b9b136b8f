import { engines } from "../engines.ts"
import type { Closing, Peer, PeerStore } from "../peer.ts"
import { manifestOf, versionOf } from "../version-of.ts"
import { openStore } from "./open-store.ts"
import type { PeerModule, PeerSuite } from "./peer-suite.ts"
import { runRepeatedly } from "./run-repeatedly.ts"
import type { LibraryName, RawEntry, Size, Speed } from "./scoreboard.ts"
import { bundleSize } from "./size.ts"
import { compareSpeed } from "./speed.ts"

/** What is measured. */
export type Wanted = {
  readonly library: LibraryName
  /** The folder with `suite.ts`, `adapters` and the packages. */
  readonly folder: URL
  /** The name of the file in `adapters`. */
  readonly file: string
  readonly store: string
  /** Only this case, without speed and size. */
  readonly only?: string | undefined
}

const ofMortise = "mortise"

/** The suite, the adapter and its store. */
export async function openWanted(wanted: Wanted) {
  const { suite }: { suite: PeerSuite } = await import(new URL("suite.ts", wanted.folder).href)
  const peer = await importPeer(wanted.folder, wanted.file)
  return { suite, peer, store: storeOf(peer, wanted) }
}

/** Measures an adapter on a store. */
export async function measureEntry(wanted: Wanted): Promise<RawEntry> {
  const { folder, file, store: name, library, only } = wanted
  const { suite, peer, store } = await openWanted(wanted)
  const ids = suite.cases.filter((one) => !one.processes && isChosen(one.id, store, only)).map(({ id }) => id)
  if (ids.length === 0) throw new Error(`There is no case ${only} for this adapter.`)
  const { skip = {}, clients = [] } = store
  const factory = () => openStore(name, store)
  const named = `${file}-on-${name}`
  return {
    id: `${library}/${named}`,
    library,
    name: named,
    measured: new Date().toISOString(),
    node: process.versions.node,
    suite: versionOf("@mortise/conformance", folder),
    package: peer.package,
    version: versionOf(peer.package, folder),
    from: peer.from,
    store: name,
    clients: clients.map((client) => `${client} ${versionOf(client, folder)}`),
    ...(await serverOf(name)),
    note: store.note,
    results: await runRepeatedly((some, seed) => suite.run({ factory, skip, only: some, seed }), ids),
    speed: only === undefined ? await orReason(speedOf(suite, wanted, store)) : { reason: "not measured" },
    size:
      only === undefined ? await orReason(sizeOf(suite, peer, store, folder)) : { reason: "not measured" },
  }
}

/** The stores of a file in `adapters`. */
export async function importPeer(folder: URL, file: string): Promise<Peer<Closing>> {
  const { peer }: PeerModule = await import(new URL(`adapters/${file}.ts`, folder).href)
  if (typeof peer?.stores !== "object")
    throw new Error(`adapters/${file}.ts exports no \`peer\` with stores.`)
  return peer
}

function storeOf({ stores }: Peer<Closing>, { file, store }: Wanted): PeerStore<Closing> {
  const found = stores[store]
  if (!found) throw new Error(`adapters/${file}.ts has no store ${store}.`)
  return found
}

function isChosen(id: string, { topics }: PeerStore<Closing>, only: string | undefined): boolean {
  if (only !== undefined) return id === only
  return topics?.includes(id.split("/", 1)[0] ?? "") ?? true
}

async function serverOf(name: string): Promise<{ server?: string }> {
  const engine = engines[name]
  if (!engine) return {}
  const server = await engine.open()
  const version = await engine.version(await server.database())
  await server.close()
  return { server: `${engine.title} ${version}` }
}

async function speedOf(
  suite: PeerSuite,
  { file, store: name, folder }: Wanted,
  store: PeerStore<Closing>,
): Promise<Speed> {
  if (file === ofMortise) return { reason: "the others are compared with it" }
  const baseline = (await importPeer(folder, ofMortise)).stores[name]
  if (!baseline) return { reason: "Mortise was not measured on this kind of store" }
  const [peer, ours] = [await openStore(name, store, true), await openStore(name, baseline, true)]
  try {
    return await compareSpeed(await suite.openLookup(peer), await suite.openLookup(ours))
  } finally {
    await peer.close()
    await ours.close()
  }
}

const sizeOf = (
  suite: PeerSuite,
  peer: Peer<Closing>,
  store: PeerStore<Closing>,
  folder: URL,
): Promise<Size> =>
  bundleSize(store.import ?? peer.package, folder, [
    ...suite.packages,
    ...(store.clients ?? []),
    ...Object.keys(manifestOf(peer.package, folder).peerDependencies ?? {}),
  ])

async function orReason<T>(measuring: Promise<T>): Promise<T | { reason: string }> {
  try {
    return await measuring
  } catch (error) {
    const [line = ""] = String(error instanceof Error ? error.message : error).split("\n")
    return { reason: `could not be measured: ${line}` }
  }
}
