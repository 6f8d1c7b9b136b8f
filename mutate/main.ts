import { root } from "../scripts/ensure-install.mjs"
import { readEquivalents } from "./equivalent.ts"
import { type FolderResult, type Lanes, mutateFolder } from "./mutate-folder.ts"
import { openLane } from "./open-lane.ts"
import { type Options, readOptions } from "./options.ts"
import { computeScore, target, toText } from "./report.ts"
import { type ServerVariables, startServers } from "./servers.ts"
import { createWorkspace } from "./workspace.ts"

/*
 * Mutation testing: changes one small thing of the library at a time and checks that a test fails. Mutants are chosen
 * at random among the ones that compile; the same seed gives the same choice. They run in copies of the repository, two
 * at a time.
 *
 * Exit code: 0 if every folder reaches the target, 1 if one does not, 2 for invalid options or tests that fail without
 * a mutant.
 */
const exitCodes = { reached: 0, missed: 1, cannotRun: 2 }

// `exit` handlers remove the copies and end the tests.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

try {
  const options = readOptions(process.argv.slice(2))
  const results = await mutateAll(options)
  console.log(
    options.json ? JSON.stringify({ seed: options.seed, results }, null, 2) : toText(results, options.seed),
  )
  process.exit(
    results.every((result) => computeScore(result) >= target) ? exitCodes.reached : exitCodes.missed,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(exitCodes.cannotRun)
}

async function mutateAll(options: Options): Promise<FolderResult[]> {
  const workspaces = [createWorkspace(root), createWorkspace(root)] as const
  const results: FolderResult[] = []
  let servers: ServerVariables | undefined
  for (const row of options.folders) {
    if (row.servers) servers ??= await startServers()
    const lanes: Lanes = [openLane(workspaces[0], servers ?? {}), openLane(workspaces[1], servers ?? {})]
    results.push(await mutateFolder(row, lanes, readEquivalents(), options, (line) => console.error(line)))
    for (const lane of lanes) lane.close()
  }
  return results
}
