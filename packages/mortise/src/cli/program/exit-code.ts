/** The exit codes of the program. The numbers are stable. */
export const exitCodes = {
  ok: 0,
  /** An unexpected error, or a check that failed: a failed case, a finding of `doctor`, a row that `import` could not store. */
  failed: 1,
  /** An unknown command or option. */
  usage: 2,
  /** The configuration is missing or invalid, or a package that the command needs is not installed. */
  configuration: 3,
  /** The address is in use or not permitted; in `conformance`, no backend answers there. */
  listen: 4,
  /** Requests were aborted because they did not finish in time. */
  cutOff: 5,
  /** Ctrl-C, or another signal, stopped the work. A second run continues it. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the program with a message for the user and no stack trace. */
export class ExitError extends Error {
  override readonly name = "ExitError"
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The error of a wrong option or argument. */
export const usageError = (message: string, cause?: unknown): ExitError =>
  new ExitError(exitCodes.usage, message, cause)

/** The error of a configuration that the command cannot use. */
export const configurationError = (sentence: string, cause?: unknown): ExitError =>
  new ExitError(exitCodes.configuration, `${sentence.replace(/\.$/, "")}.`, cause)
