import { toJson } from "@mortise/conformance"
import { betterAuthCases, runBetterAuth } from "@mortise/conformance/better-auth"
import { peers } from "./registry.ts"

// Each peer runs in its own process, because a client may end the process.
const peer = peers.find(({ name }) => name === process.argv[2])
if (!peer) throw new Error(`There is no peer called ${process.argv[2]}: see registry.ts.`)
// Output of an adapter must not be mixed with the report on stdout.
console.log = console.error
console.info = console.error
// With a fixed seed, two runs differ only in timing.
const report = await runBetterAuth({
  factory: peer.open,
  skip: peer.skip ?? {},
  only: betterAuthCases.filter(({ processes }) => !processes).map(({ id }) => id),
  effort: "quick",
  seed: 1,
  onLine: false,
})
process.stdout.write(toJson(report), () => process.exit(0))
