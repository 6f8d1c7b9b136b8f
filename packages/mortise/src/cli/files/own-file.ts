import { constants, type Stats } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { basename } from "node:path"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"

/** The mode of files with secrets. */
export const ownerOnly = 0o600

// Windows has no such flag: creating a link there needs a privilege.
const noFollow = constants.O_NOFOLLOW ?? 0

/** Flags for `open`: no file is overwritten and no link is followed. */
export const openFlags = {
  /** Creates the file; fails if anything has its name. */
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow,
  /** Opens a file that an earlier run may have created. */
  change: constants.O_RDWR | noFollow,
  /** Opens or creates a file to append lines to. */
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | noFollow,
}

/** Opens a file for its owner only. Throws for a file that an earlier run of this user cannot have created. */
export async function openOwnFile(file: string, flags: number): Promise<FileHandle> {
  const opened = await open(file, flags, ownerOnly)
  try {
    checkOwnFile(file, await opened.stat())
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Throws for a link, a device, or another user's file. */
export function checkOwnFile(file: string, { uid, nlink, ...stats }: Stats): void {
  const isOwn = process.getuid === undefined || uid === process.getuid()
  if (!isOwn || nlink > 1 || (stats.mode & constants.S_IFMT) !== constants.S_IFREG) throw foreignFile(file)
}

/** What failed, and what to do about it. */
type FileFailure = {
  readonly what: string
  readonly advice: string
  /** The path, if links are not followed. */
  readonly file?: string
}

/** Runs a task on files. An error of the file system becomes one sentence. */
export async function withFileErrors<T>(
  { what, advice, file }: FileFailure,
  task: () => T | Promise<T>,
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof ExitError) throw error
    const isLink = file !== undefined && (error as NodeJS.ErrnoException).code === "ELOOP"
    throw isLink ? foreignFile(file) : fileError(`${what} (${await describeError(error)}): ${advice}`)
  }
}

const foreignFile = (file: string): ExitError =>
  fileError(`${basename(file)} is a link, or belongs to another user: delete it, or choose another name`)

export const fileError = (sentence: string): ExitError => new ExitError(exitCodes.failed, `${sentence}.`)
