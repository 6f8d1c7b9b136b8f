import { closeSync, existsSync, fstatSync, lstatSync, openSync, writeSync } from "node:fs"
import { open, rename, unlink } from "node:fs/promises"
import { basename } from "node:path"
import { visibleJson, visibleText } from "../../shared/visible-text.ts"
import { checkOwnFile, fileError, openError, openFlags, ownerOnly } from "../files/own-file.ts"
import { describeError } from "../terminal/describe-error.ts"
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
  try {
    const opened = await open(file, openFlags.change)
    try {
      checkOwnFile(file, await opened.stat())
      const text = await opened.readFile("utf8")
      return await Promise.resolve(text)
        .then(JSON.parse)
        .catch(() => undefined)
    } finally {
      await opened.close()
    }
  } catch (error) {
    throw openError(file, error, `The receipt cannot be read (${await describeError(error)}): check its name`)
  }
}

/** Creates the file, or replaces the one from the same run. A run that is killed leaves the old one or the new one. */
export async function saveReceipt(file: string, receipt: Receipt, isNew: boolean): Promise<void> {
  const text = `${visibleJson(receipt, 2)}\n`
  const written = isNew ? file : `${file}.new`
  try {
    // Left by a run that was killed.
    if (!isNew && existsSync(written)) await unlink(written)
    const output = await open(written, openFlags.create, ownerOnly)
    try {
      await output.writeFile(text)
      await output.sync()
    } finally {
      await output.close()
    }
    if (!isNew) await rename(written, file)
  } catch (error) {
    throw openError(
      file,
      error,
      `The receipt cannot be written (${await describeError(error)}): check its folder`,
    )
  }
}

/** An id that a list cannot hold is escaped: as an entry, it names nobody rather than another user. */
const onOneLine = (id: string): string => visibleText(id).replace(/^\s|\s$/g, "\\u0020")

/** The file beside the receipt with the ids of the users, one on each line: a list that the command takes. */
export type UsersFile = { add(ids: readonly string[]): void; close(): void }

/** Creates the file, or opens the one of a stopped run. After a run was killed, an id can appear twice. */
export async function openUsers(receipt: string, isNew: boolean): Promise<UsersFile> {
  const file = `${receipt}.users`
  try {
    const descriptor = openSync(file, isNew ? openFlags.create : openFlags.append, ownerOnly)
    checkOwnFile(file, fstatSync(descriptor))
    return {
      add: (ids) => void writeSync(descriptor, ids.map((id) => `${onOneLine(id)}\n`).join("")),
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    throw openError(
      file,
      error,
      `${basename(file)} cannot be written (${await describeError(error)}): delete it, or choose another name`,
    )
  }
}
