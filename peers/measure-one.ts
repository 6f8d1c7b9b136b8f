import { run, toJson } from "../src/conformance/index.ts"
import { type Peer, peers } from "./registry.ts"
import { serverPeers } from "./servers/registry.ts"

// A process for each peer, since a client may end the one it runs in.
const all: readonly Peer[] = [...peers, ...serverPeers]
const peer = all.find(({ name }) => name === process.argv[2])
if (!peer) throw new Error(`No peer is called ${process.argv[2]}.`)
// What an adapter prints must not get into the report.
console.log = console.error
// With the same choices each time, two runs differ by what is left to time alone.
const report = await run({
  factory: peer.open,
  skip: peer.skip ?? {},
  effort: "quick",
  seed: 1,
  onLine: false,
})
process.stdout.write(toJson(report), () => process.exit(0))
