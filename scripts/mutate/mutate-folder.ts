import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { measureBaseline } from "./baseline.ts"
import { checkTypes } from "./check-types.ts"
import { allMutants, chooseMutants } from "./choose.ts"
import type { Mutant } from "./find-mutants.ts"
import type { MutatedFolder } from "./folders.ts"
import type { Options } from "./options.ts"
import { runTests, type TestOptions } from "./run-tests.ts"
import type { ServerVariables } from "./servers.ts"
import { testFiles } from "./test-files.ts"

export type Equivalent = { readonly mutant: string; readonly reason: string }

export type FolderResult = {
  readonly folder: string
  readonly killed: number
  readonly timedOut: number
  readonly survived: readonly Pick<Mutant, "name" | "file" | "line">[]
  /** Entries of equivalent.json that match no mutant any more. */
  readonly stale: readonly string[]
}

/** Two copies of the repository, each for one mutant at a time. */
export type Workspaces = readonly [string, string]

export async function mutateFolder(
  row: MutatedFolder,
  workspaces: Workspaces,
  equivalents: readonly Equivalent[],
  { seed, count, match }: Options,
  env: ServerVariables,
  progress: (line: string) => void,
): Promise<FolderResult> {
  const [first] = workspaces
  const { folder } = row
  const all = allMutants(first, row)
  const names = new Set(all.map(({ name }) => name))
  const known = new Set(equivalents.map(({ mutant }) => mutant))
  const open = all.filter(({ name }) => !known.has(name))
  const chosen =
    match === undefined
      ? chooseMutants(first, open, { seed, count, folder })
      : checkTypes(
          first,
          open.filter(({ name }) => name.includes(match)),
        )
  progress(`${folder}: ${chosen.length} of ${all.length} mutants; running the tests without one`)
  const baseline = await measureBaseline(first, testFiles(first, row), env)
  progress(`${folder}: the tests take ${Math.round(baseline.totalMs / 1000)} s`)

  const survived: Mutant[] = []
  let timedOut = 0
  let done = 0
  const queue = chosen.values()
  const work = async (workspace: string): Promise<void> => {
    for (const mutant of queue) {
      const options = { tests: baseline.testsFor(mutant.file), args: ["--bail=1", "--reporter=dot"], env }
      const timeoutMs = 30_000 + 3 * baseline.totalMs
      const { outcome, output } = await tryMutant(workspace, mutant, { ...options, timeoutMs })
      if (outcome === "passed") survived.push(mutant)
      if (outcome === "timed out") timedOut++
      const verdict = outcome === "passed" ? "SURVIVED" : outcome === "failed" ? "killed" : "timed out"
      const by = / FAIL +(\S+)/.exec(output)?.[1] ?? ""
      progress(`${folder} ${++done}/${chosen.length} ${verdict}: ${mutant.name} ${by && `(${by})`}`)
    }
  }
  await Promise.all(workspaces.map(work))
  return {
    folder,
    killed: chosen.length - survived.length,
    timedOut,
    survived: survived.map(({ name, file, line }) => ({ name, file, line })),
    stale: [...known].filter((name) => isIn(row, name) && !names.has(name)),
  }
}

async function tryMutant(workspace: string, { file, text }: Mutant, options: TestOptions) {
  const path = join(workspace, file)
  const original = readFileSync(path, "utf8")
  writeFileSync(path, text)
  try {
    return await runTests(workspace, options)
  } finally {
    writeFileSync(path, original)
  }
}

const isIn = ({ folder, without = [] }: MutatedFolder, name: string): boolean =>
  name.startsWith(`${folder}/`) && !without.some((path) => name.startsWith(path))
