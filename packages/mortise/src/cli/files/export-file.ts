import { createReadStream, lstatSync } from "node:fs"
import { type FileHandle, link, rename, unlink } from "node:fs/promises"
import { basename } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import type { ModelName } from "../../index.ts"
import type { ExportPosition, RowCounts } from "../../transfer/index.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import type { Progress } from "../terminal/output.ts"
import { letSignalArrive } from "../terminal/stop-signal.ts"
import { fileError, openFlags, openOwnFile, ownerOnly, withFileErrors } from "./own-file.ts"
import type { TransferRows } from "./transfer-rows.ts"

type WriteOptions = {
  readonly tokens: boolean
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** Writes an export, or continues a stopped one. The file gets its name when it is complete. */
export async function writeExport(rows: TransferRows, file: string, options: WriteOptions) {
  if (exists(file)) throw fileExists()
  const partial = `${file}.partial`
  const output = await openPartial(partial)
  try {
    await writePages(rows, output, partial, options)
    // Reads the file again, to check that it has what was written.
    const written = await checkHandle(output)
    if (!written?.isComplete) return { rows: written?.rows ?? {}, isComplete: false, changed: [] }
    await giveName(partial, file)
    // The models that now have more or fewer rows in the store than in the file.
    const changed = await changedModels(rows, written.rows)
    return { rows: written.rows, isComplete: true, changed }
  } finally {
    await output.close()
  }
}

async function writePages(
  { exportRows }: TransferRows,
  output: FileHandle,
  partial: string,
  { tokens, signal, progress }: WriteOptions,
): Promise<void> {
  const position = await continuedFrom(output, partial)
  let bytes = position?.bytes ?? 0
  try {
    await output.truncate(bytes)
    for await (const text of exportRows({ tokens, ...(position && { position }) })) {
      bytes += (await output.write(text, bytes)).bytesWritten
      progress(() => `${Math.round(bytes / 1024)} KiB written so far.`)
      await letSignalArrive()
      if (signal.aborted) break
    }
    await output.sync()
  } catch (error) {
    if ((await checkHandle(output))?.page) throw await keptPartial(partial, error)
    await unlink(partial)
    throw error
  }
}

/** Where a stopped export continues. */
async function continuedFrom(output: FileHandle, partial: string): Promise<ExportPosition | null> {
  const position = await checkHandle(output)
  if (position || (await output.stat()).size === 0) return position
  throw fileError(`${basename(partial)} exists and is not an export: delete it, or choose another name`)
}

async function keptPartial(partial: string, error: unknown): Promise<ExitError> {
  const what = await describeError(error)
  const message = `The export failed: ${what}. ${basename(partial)} has the rows so far, with their tokens: run the same command to continue it, or delete it.`
  return new ExitError(exitCodes.failed, message, error)
}

/** Opens the file for its owner only. It is new, or a stopped export left it. */
function openPartial(file: string): Promise<FileHandle> {
  const failure = { what: "The file cannot be written", advice: "check its folder", file }
  return withFileErrors(failure, async () => {
    const opened = await openOwnFile(file, exists(file) ? openFlags.change : openFlags.create)
    await opened.chmod(ownerOnly)
    return opened
  })
}

/** Renames a file, and never overwrites another one. */
async function giveName(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || exists(to)) throw fileExists()
    // Some file systems have no links.
    return rename(from, to)
  }
  await unlink(from)
}

/** Whether anything has the name, even a dangling link. */
const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined

const fileExists = (): ExitError => fileError("The file exists: delete it, or choose another name")

/** How much of a file is a complete and unchanged export. */
export async function checkFile(file: string, progress: Progress): Promise<ExportPosition | null> {
  const { checkExport } = await import("../../transfer/index.ts")
  const failure = { what: "The file cannot be read", advice: "check its name" }
  return withFileErrors(failure, () => checkExport(readLines(file, progress)))
}

async function checkHandle(file: FileHandle): Promise<ExportPosition | null> {
  const { checkExport } = await import("../../transfer/index.ts")
  return checkExport(linesIn(file.createReadStream({ encoding: "utf8", start: 0, autoClose: false })))
}

/** The lines of a file, without the line breaks. */
export async function* readLines(file: string, progress: Progress): AsyncGenerator<string> {
  let number = 0
  for await (const line of linesIn(createReadStream(file, "utf8"))) {
    if (++number % 1000 === 0) progress(() => `${number} lines of the file read.`)
    yield line
  }
}

const linesIn = (input: Readable): AsyncIterable<string> =>
  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })

async function changedModels({ count: countRows }: TransferRows, rows: RowCounts): Promise<ModelName[]> {
  const changed: ModelName[] = []
  for (const [model, count] of Object.entries(rows) as [ModelName, number][])
    if ((await countRows(model)) !== count) changed.push(model)
  return changed
}
