import { constants, type Stats } from "node:fs"
import { basename } from "node:path"
import { ExitError, exitCodes } from "../program/exit-code.ts"

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

/** Throws for a file that an earlier run of this user cannot have created: a link, a device, or another user's file. */
export function checkOwnFile(file: string, { uid, nlink, ...stats }: Stats): void {
  const isOwn = process.getuid === undefined || uid === process.getuid()
  if (!isOwn || nlink > 1 || (stats.mode & constants.S_IFMT) !== constants.S_IFREG) throw foreignFile(file)
}

/** The error to report when a file could not be opened. */
export function openError(file: string, error: unknown, sentence: string): ExitError {
  if (error instanceof ExitError) return error
  return (error as NodeJS.ErrnoException).code === "ELOOP" ? foreignFile(file) : fileError(sentence)
}

const foreignFile = (file: string): ExitError =>
  fileError(`${basename(file)} is a link, or belongs to another user: delete it, or choose another name`)

export const fileError = (sentence: string): ExitError => new ExitError(exitCodes.failed, `${sentence}.`)
