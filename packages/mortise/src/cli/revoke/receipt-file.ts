import { existsSync, lstatSync, writeSync } from "node:fs"
import { rename, unlink } from "node:fs/promises"
import { basename } from "node:path"
import { visibleJson, visibleText } from "../../shared/visible-text.ts"
import { fileError, openFlags, openOwnFile, withFileErrors } from "../files/own-file.ts"
import { continueReceipt, type Receipt } from "./receipt.ts"

/** The receipt of an earlier run that was stopped; `undefined` if there is no file. Refuses any other file. */
export async function readReceipt(file: string, expected: Receipt): Promise<Receipt | undefined> {
  // A dangling link has the name too.
  if (!lstatSync(file, { throwIfNoEntry: false })) return undefined
  const earlierReceipt = await parseReceipt(file)
  if (earlierReceipt?.receipt !== "mortise revoke")
    throw fileError(`${basename(file)} exists and is no receipt: choose another name`)
  if (earlierReceipt.state === "complete")
    throw fileError(`${basename(file)} is the receipt of a run that is complete: choose another name`)
  const same = (["store", "rule", "kinds", "before"] as const).every(
    (name) => JSON.stringify(earlierReceipt[name]) === JSON.stringify(expected[name]),
  )
  if (!same)
    throw fileError(
      `${basename(file)} is the receipt of another rule: run the command that it belongs to, or choose another name`,
    )
  return continueReceipt(earlierReceipt, expected)
}

async function parseReceipt(file: string): Promise<Receipt | undefined> {
  const failure = { what: "The receipt cannot be read", advice: "check its name", file }
  const text = await withFileErrors(failure, async () => {
    const opened = await openOwnFile(file, openFlags.change)
    return opened.readFile("utf8").finally(() => opened.close())
  })
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Creates the file, or replaces the one from the same run. A run that is killed leaves the old one or the new one. */
export function saveReceipt(file: string, receipt: Receipt, isNew: boolean): Promise<void> {
  const written = isNew ? file : `${file}.new`
  const failure = { what: "The receipt cannot be written", advice: "check its folder", file }
  return withFileErrors(failure, async () => {
    // Left by a run that was killed.
    if (!isNew && existsSync(written)) await unlink(written)
    const output = await openOwnFile(written, openFlags.create)
    try {
      await output.writeFile(`${visibleJson(receipt, 2)}\n`)
      await output.sync()
    } finally {
      await output.close()
    }
    if (!isNew) await rename(written, file)
  })
}

/** An id that a list cannot hold is escaped: as an entry, it names nobody rather than another user. */
const onOneLine = (id: string): string => visibleText(id).replace(/^\s|\s$/g, "\\u0020")

/** The file beside the receipt with the ids of the users, one on each line: a list that the command takes. */
export type UsersFile = { add(ids: readonly string[]): void; close(): Promise<void> }

/** Creates the file, or opens the one of a stopped run. After a run was killed, an id can appear twice. */
export async function openUsers(receipt: string, isNew: boolean): Promise<UsersFile> {
  const file = `${receipt}.users`
  const advice = "delete it, or choose another name"
  const failure = { what: `${basename(file)} cannot be written`, advice, file }
  const flags = isNew ? openFlags.create : openFlags.append
  const opened = await withFileErrors(failure, () => openOwnFile(file, flags))
  return {
    add: (ids) => void writeSync(opened.fd, ids.map((id) => `${onOneLine(id)}\n`).join("")),
    close: () => opened.close(),
  }
}
