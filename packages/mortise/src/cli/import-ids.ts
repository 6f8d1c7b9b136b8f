/**
 * The file with the new ids of users, for targets that assign ids. Each line names the store, so that lines of several
 * runs at once can mix: the identity of the store, the old id, the new id.
 */
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from "node:fs"
import { describeError } from "./describe-error.ts"
import type { OpenStore } from "./open-store.ts"
import { checkOwnFile, fileError, openError, openFlags, ownerOnly } from "./own-file.ts"
import { storeIdentity } from "./store-identity.ts"

type Ids = {
  readonly known: ReadonlyMap<string, string>
  add(from: string, to: string): void
  close(): void
}

/** Opens the file, or returns `undefined` if the store has no identity. Refuses the file of another store. */
export async function openIds({ adapter, upkeep }: OpenStore, file: string): Promise<Ids | undefined> {
  const identity = await storeIdentity(adapter)
  if (identity === undefined) return undefined
  const descriptor = await openFile(file)
  try {
    const text = readFileSync(descriptor, "utf8")
    const pairs = text.split("\n").flatMap((line) => pairOf(line, identity))
    // A last line without its end was being written when the program was killed.
    if (text !== "" && !text.endsWith("\n")) writeSync(descriptor, "\n")
    const { rows } = await upkeep.page("user", { limit: 1 })
    return {
      // The ids of users that were all deleted may be assigned again.
      known: new Map(rows.length === 0 ? [] : pairs),
      add: (from, to) => void writeSync(descriptor, `${JSON.stringify([identity, from, to])}\n`),
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

async function openFile(file: string): Promise<number> {
  try {
    const descriptor = openSync(file, openFlags.append, ownerOnly)
    checkOwnFile(file, fstatSync(descriptor))
    return descriptor
  } catch (error) {
    throw openError(
      file,
      error,
      `${theFile} cannot be written (${await describeError(error)}): check its folder`,
    )
  }
}

const theFile = "The file with the new ids, which ends in .ids,"

function pairOf(line: string, identity: string): [string, string][] {
  // Also the beginning of a line that was being written when the program was killed.
  const isOwn = `["${identity}","`.startsWith(line.slice(0, identity.length + 5))
  if (!isOwn && /^\["/.test(line)) throw fileError(`${theFile} belongs to another database: ${deleteIt}`)
  if (!isOwn) throw fileError(`${theFile} is damaged: ${deleteIt}`)
  try {
    const [, from, to] = JSON.parse(line)
    return [[from, to]]
  } catch {
    return []
  }
}

const deleteIt = "delete it and run the command again, which then finds users by their email"
