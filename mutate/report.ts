import type { FolderResult } from "./mutate-folder.ts"

/** The share of mutants that the tests of a folder must find. */
export const target = 0.95

export function computeScore({ killed, survived }: FolderResult): number {
  const total = killed + survived.length
  return total === 0 ? 1 : killed / total
}

export function toText(results: readonly FolderResult[], seed: number): string {
  return results.flatMap((result) => describe(result, seed)).join("\n")
}

function describe(result: FolderResult, seed: number): string[] {
  const { folder, killed, timedOut, survived } = result
  const total = killed + survived.length
  const late = timedOut > 0 ? `, ${timedOut} by a timeout` : ""
  return [
    `${folder}: ${(computeScore(result) * 100).toFixed(1)} % (${killed} of ${total} killed${late}; seed ${seed})`,
    ...survived.map(({ file, line, name }) => `  survived ${file}:${line}\n    ${name}`),
  ]
}
