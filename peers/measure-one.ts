import { run, toJson } from "../src/conformance/index.ts"
import { peers } from "./registry.ts"

// A process for each peer, since a client may end the one it runs in.
const peer = peers.find(({ name }) => name === process.argv[2])
if (!peer) throw new Error(`No peer is called ${process.argv[2]}.`)
// What an adapter prints must not get into the report.
console.log = console.error
const report = await run({ factory: peer.open, effort: "quick", print: false })
process.stdout.write(toJson(report), () => process.exit(0))
