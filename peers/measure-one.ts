import { cases, runConformance, toJson } from "@mortise/conformance"
import { type Peer, peers } from "./registry.ts"
import { serverPeers } from "./servers/registry.ts"

// Each peer runs in its own process, because a client may end the process.
const all: readonly Peer[] = [...peers, ...serverPeers]
const peer = all.find(({ name }) => name === process.argv[2])
if (!peer)
  throw new Error(`There is no peer called ${process.argv[2]}: see registry.ts and servers/registry.ts.`)
// Output of an adapter must not be mixed with the report on stdout.
console.log = console.error
// With a fixed seed, two runs differ only in timing.
const report = await runConformance({
  factory: peer.open,
  skip: peer.skip ?? {},
  // Named cases also run at quick effort, which chooses some of the others by the seed.
  only: cases.filter(({ processes }) => !processes).map(({ id }) => id),
  effort: "quick",
  seed: 1,
  onLine: false,
})
process.stdout.write(toJson(report), () => process.exit(0))
