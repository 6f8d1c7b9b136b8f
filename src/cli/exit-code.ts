/** What a shell is told when the program ends. The numbers are stable. */
export const exitCodes = {
  ok: 0,
  /** Something that nobody foresaw; in `conformance`, a case that did not hold. */
  failed: 1,
  /** An unknown command or option. */
  usage: 2,
  /** The configuration is missing or cannot be used. */
  configuration: 3,
  /** The address is taken or not ours to use; in `conformance`, no backend answers there. */
  listen: 4,
  /** Requests were still at work when the time to finish them was over. */
  cutOff: 5,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the program with a message for a person, without a stack. */
export class ExitError extends Error {
  override readonly name = "ExitError"
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
