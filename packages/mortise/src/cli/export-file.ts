import { createReadStream, existsSync } from "node:fs"
import { type FileHandle, open, rename } from "node:fs/promises"
import { createInterface } from "node:readline"
import type { ModelName } from "../index.ts"
import type { ExportPosition, RowCounts } from "../transfer/index.ts"
import { describeError } from "./describe-error.ts"
import { ExitError, exitCodes } from "./exit-code.ts"
import type { OpenStore } from "./open-store.ts"
import type { Progress } from "./progress.ts"
import { letSignalArrive } from "./stop-signal.ts"

type WriteOptions = {
  readonly tokens: boolean
  readonly signal: AbortSignal
  readonly progress: Progress
}

type Written = {
  readonly rows: RowCounts
  readonly isComplete: boolean
  /** The models of which the store now has more or fewer rows than the file. */
  readonly changed: readonly ModelName[]
}

/** Writes an export, or continues one that was stopped. The file gets its name when it is complete. */
export async function writeExport(
  store: OpenStore,
  file: string,
  { tokens, signal, progress }: WriteOptions,
): Promise<Written> {
  const { exportRows } = await import("../transfer/index.ts")
  if (existsSync(file)) throw fileError("The file exists: delete it, or choose another name")
  const partial = `${file}.partial`
  const position = existsSync(partial) ? await checkFile(partial) : undefined
  const output = await openPartial(partial, position)
  try {
    let bytes = position?.bytes ?? 0
    for await (const text of exportRows(store.adapter, { tokens, ...(position && { position }) })) {
      bytes += (await output.write(text)).bytesWritten
      progress(() => `${Math.round(bytes / 1024)} KiB written so far.`)
      await letSignalArrive()
      if (signal.aborted) break
    }
    await output.sync()
  } finally {
    await output.close()
  }
  // Reads the file again: what was written must be what was sent.
  const written = await checkFile(partial)
  if (!written?.isComplete) return { rows: written?.rows ?? {}, isComplete: false, changed: [] }
  await rename(partial, file)
  return { rows: written.rows, isComplete: true, changed: await changedModels(store, written.rows) }
}

/** How far a file is a complete and unchanged export. */
export async function checkFile(file: string): Promise<ExportPosition | undefined> {
  const { checkExport } = await import("../transfer/index.ts")
  try {
    return await checkExport(linesOf(file))
  } catch (error) {
    throw fileError(`The file cannot be read (${await describeError(error)}): check its name`)
  }
}

/** The lines of a file, without the line breaks. */
export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY })

/** Opens the file for its owner only, without what follows its last complete page. */
async function openPartial(file: string, position: ExportPosition | undefined): Promise<FileHandle> {
  try {
    const opened = await open(file, position ? "r+" : "w", ownerOnly)
    await opened.chmod(ownerOnly)
    if (!position) return opened
    await opened.truncate(position.bytes)
    await opened.close()
    return open(file, "a")
  } catch (error) {
    throw fileError(`The file cannot be written (${await describeError(error)}): check its folder`)
  }
}

export const ownerOnly = 0o600

async function changedModels({ upkeep }: OpenStore, rows: RowCounts): Promise<ModelName[]> {
  const changed: ModelName[] = []
  for (const [model, count] of Object.entries(rows) as [ModelName, number][])
    if ((await upkeep.count(model)) !== count) changed.push(model)
  return changed
}

export const fileError = (sentence: string): ExitError => new ExitError(exitCodes.failed, `${sentence}.`)
