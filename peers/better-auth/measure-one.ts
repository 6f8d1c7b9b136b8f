import { toJson } from "@mortise/conformance"
import { betterAuthCases, runBetterAuth } from "@mortise/conformance/better-auth"
import { peers } from "./registry.ts"
import { runs } from "./runs.ts"

// Each peer runs in its own process, because a client may end the process.
const peer = peers.find(({ name }) => name === process.argv[2])
if (!peer) throw new Error(`There is no peer called ${process.argv[2]}: see registry.ts.`)
// Output of an adapter must not be mixed with the report on stdout.
console.log = console.error
console.info = console.error
// A case may give up while a call of it is still running. Its later failure must not end the measurement.
process.on("unhandledRejection", () => {})
const { topics, open, skip = {} } = peer
const isChosen = (id: string) => topics?.includes(id.split("/", 1)[0] ?? "") ?? true
const ids = betterAuthCases.filter(({ id, processes }) => !processes && isChosen(id)).map(({ id }) => id)
// With fixed seeds, two measurements differ only in timing.
const run = (only: readonly string[], seed: number) =>
  runBetterAuth({ factory: open, skip, only, effort: "quick", seed, onLine: false })

const report = await run(ids, 1)
const isProblem = ({ status }: { status: string }) => status === "failed" || status === "warned"
const problems = report.results.filter(isProblem).map(({ id }) => id)
const seen = new Map(problems.map((id) => [id, 1]))
// A race fails only sometimes: how often is part of the result.
for (let nth = 2; nth <= runs && problems.length > 0; nth++) {
  const again = await run(problems, nth)
  for (const { id } of again.results.filter(isProblem)) seen.set(id, (seen.get(id) ?? 0) + 1)
}
const results = report.results.map((result) => ({ ...result, seen: seen.get(result.id) }))
process.stdout.write(toJson({ ...report, results }), () => process.exit(0))
