import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Baseline, measureBaseline } from "./baseline.ts"
import { checkTypes } from "./check-types.ts"
import { allMutants, chooseMutants } from "./choose.ts"
import type { Equivalent } from "./equivalent.ts"
import type { Mutant } from "./find-mutants.ts"
import type { MutatedFolder } from "./folders.ts"
import type { Lane } from "./open-lane.ts"
import type { Options } from "./options.ts"
import { testFiles } from "./test-files.ts"

export type FolderResult = {
  readonly folder: string
  readonly killed: number
  readonly timedOut: number
  readonly survived: readonly Pick<Mutant, "name" | "file" | "line">[]
}

export type Lanes = readonly [Lane, Lane]

/** Chooses mutants of a part of the library and runs its tests on each, in two lanes. */
export async function mutateFolder(
  row: MutatedFolder,
  lanes: Lanes,
  equivalents: readonly Equivalent[],
  { seed, count, match }: Options,
  progress: (line: string) => void,
): Promise<FolderResult> {
  const [first] = lanes
  const { folder } = row
  const all = allMutants(first.workspace, row)
  const equivalentNames = new Set(equivalents.map(({ mutant }) => mutant))
  const open = all.filter(
    ({ name }) => !equivalentNames.has(name) && (match === undefined || name.includes(match)),
  )
  const chosen =
    match === undefined
      ? chooseMutants(first.workspace, open, { seed, count })
      : checkTypes(first.workspace, open)
  progress(`${folder}: ${chosen.length} of ${all.length} mutants; running the tests without one`)
  const baseline = await measureBaseline(first, testFiles(first.workspace, row))
  progress(`${folder}: the tests take ${Math.round(baseline.totalMs / 1000)} s`)

  const survived: Mutant[] = []
  let [timedOut, done] = [0, 0]
  const queue = chosen.values()
  const work = async (lane: Lane): Promise<void> => {
    for (const mutant of queue) {
      const verdict = await tryMutant(lane, mutant, baseline)
      if (verdict === "survived") survived.push(mutant)
      if (verdict === "timed out") timedOut++
      progress(`${folder} ${++done}/${chosen.length} ${mutant.name}\n    ${verdict}`)
    }
  }
  await Promise.all(lanes.map(work))
  return {
    folder,
    killed: chosen.length - survived.length,
    timedOut,
    survived: survived.map(({ name, file, line }) => ({ name, file, line })),
  }
}

async function tryMutant(
  lane: Lane,
  { file, text }: Mutant,
  { testsFor, timeoutMs }: Baseline,
): Promise<string> {
  const path = join(lane.workspace, file)
  const original = readFileSync(path, "utf8")
  writeFileSync(path, text)
  try {
    const reply = await lane.run({ tests: testsFor(file), changed: file, bail: true }, timeoutMs)
    if (reply === "timed out") return reply
    return reply.failed[0] === undefined ? "survived" : `killed by ${reply.failed[0]}`
  } finally {
    writeFileSync(path, original)
  }
}
