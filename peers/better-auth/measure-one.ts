import { toJson } from "@mortise/conformance"
import { betterAuthCases, runBetterAuth } from "@mortise/conformance/better-auth"
import { peers } from "./registry.ts"

// Each peer runs in its own process, because a client may end the process.
const peer = peers.find(({ name }) => name === process.argv[2])
if (!peer) throw new Error(`There is no peer called ${process.argv[2]}: see registry.ts.`)
// Output of an adapter must not be mixed with the report on stdout.
console.log = console.error
console.info = console.error
// A case may give up while a call of it is still running. Its later failure must not end the measurement.
process.on("unhandledRejection", () => {})
const { topics } = peer
const isChosen = (id: string) => topics?.includes(id.split("/", 1)[0] ?? "") ?? true
// With a fixed seed, two runs differ only in timing.
const report = await runBetterAuth({
  factory: peer.open,
  skip: peer.skip ?? {},
  only: betterAuthCases.filter(({ id, processes }) => !processes && isChosen(id)).map(({ id }) => id),
  effort: "quick",
  seed: 1,
  onLine: false,
})
process.stdout.write(toJson(report), () => process.exit(0))
