import { randomUUID } from "node:crypto"
import { writeSync } from "node:fs"
import type { OpenStore } from "../configuration/open-store.ts"
import { fileError, openFlags, openOwnFile, withFileErrors } from "./own-file.ts"

/**
 * Opens the file with the users' new ids, for targets that assign ids. Each line has the store's identity, the old id
 * and the new id, so that concurrent runs can write to one file. `undefined` if the store has no identity. Throws if the
 * file is another store's.
 */
export async function openIds({ adapter, upkeep }: OpenStore, file: string) {
  const identity = await storeIdentity(adapter)
  if (identity === undefined) return undefined
  const failure = { what: `${theFile} cannot be written`, advice: "check its folder", file }
  const opened = await withFileErrors(failure, () => openOwnFile(file, openFlags.append))
  try {
    const text = await opened.readFile("utf8")
    const pairs = text.split("\n").flatMap((line) => parsePair(line, identity))
    // The last line is incomplete if the program was killed while it wrote it.
    if (text !== "" && !text.endsWith("\n")) writeSync(opened.fd, "\n")
    const { rows } = await upkeep.page("user", { limit: 1 })
    return {
      // In an empty store, the ids of deleted users may be assigned again.
      known: new Map<string, string>(rows.length === 0 ? [] : pairs),
      add: (from: string, to: string) =>
        void writeSync(opened.fd, `${JSON.stringify([identity, from, to])}\n`),
      close: () => opened.close(),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

const theFile = "The file with the new ids, which ends in .ids,"

function parsePair(line: string, identity: string): [string, string][] {
  // Accepts an incomplete line, which a killed program left.
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

const key = "mortise/import/store"
const lifetimeMs = 400 * 24 * 60 * 60 * 1000

/**
 * The store's identity, which a slot keeps from the first import on; each import extends it. A store that is created
 * again has another one. `undefined` if the store has no slots.
 */
async function storeIdentity(adapter: object): Promise<string | undefined> {
  const { MortiseError, slots: slotsOf } = await import("../../index.ts")
  const slots = slotsOf(adapter)
  const expires = new Date(Date.now() + lifetimeMs)
  try {
    await slots?.claim({ key, value: randomUUID(), expires })
    const value = (await slots?.read(key))?.value
    if (typeof value !== "string") return undefined
    await slots?.replace({ key, value, expires })
    return value
  } catch (error) {
    // Tables of an ORM may have no slots, and a key for the service may not allow them.
    if (error instanceof MortiseError) return undefined
    throw error
  }
}
