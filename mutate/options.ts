import { parseArgs } from "node:util"
import { type MutatedFolder, mutatedFolders } from "./folders.ts"

export type Options = {
  readonly folders: readonly MutatedFolder[]
  readonly seed: number
  readonly count: number
  /** Run every mutant whose name contains this text, instead of a random choice. */
  readonly match: string | undefined
  readonly json: boolean
}

/** Reads the command line; throws a `RangeError` or a `TypeError` whose message names the mistake. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      folder: { type: "string", multiple: true },
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "40" },
      match: { type: "string" },
      json: { type: "boolean", default: false },
    },
  })
  return {
    folders: values.folder ? values.folder.map(findRow) : mutatedFolders,
    seed: wholeNumber("--seed", values.seed),
    count: wholeNumber("--count", values.count),
    match: values.match,
    json: values.json,
  }
}

function findRow(folder: string): MutatedFolder {
  const match = mutatedFolders.find((row) => row.folder === folder.replace(/\/$/, ""))
  if (match) return match
  throw new RangeError(`--folder must be one of ${mutatedFolders.map((row) => row.folder).join(", ")}.`)
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`${name} must be a whole number from 1.`)
}
